"""The estimators and the model of Lanewise for PySpark.

    pyspark --jars lanewise-core.jar,lanewise-spark.jar --py-files lanewise_pyspark.py

    from lanewise_pyspark import LinearDiscriminantClassifier
    model = LinearDiscriminantClassifier(shrinkage=0.1).fit(flowers)
    model.transform(flowers)

docs/spark.md describes them. Each class wraps the class of the same name in the Java package
`org.lanewise.spark`, which fits and scores on the executors: no row passes through Python. Parameters,
setters and defaults are those of Java. A value that Java refuses is refused when it is set.
"""

import sys

from pyspark.ml.classification import (
    _JavaProbabilisticClassificationModel,
    _JavaProbabilisticClassifier,
)
from pyspark.ml.linalg import Vector
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import HasWeightCol
from pyspark.ml.util import JavaMLReadable, JavaMLWritable, _jvm
from pyspark.ml.wrapper import JavaParams
from pyspark.sql.utils import is_remote

__all__ = [
    "BernoulliNaiveBayesClassifier",
    "CategoricalNaiveBayesClassifier",
    "GaussianNaiveBayesClassifier",
    "GenerativeClassificationModel",
    "LinearDiscriminantClassifier",
    "MultinomialNaiveBayesClassifier",
    "QuadraticDiscriminantClassifier",
    "RegularizedDiscriminantClassifier",
]

_PACKAGE = "org.lanewise.spark"

# PySpark finds the class of a loaded stage by its Java name, as a module and a class. With this module
# under the name of the Java package, pipelines and validators load their stages without further code.
sys.modules[_PACKAGE] = sys.modules[__name__]

_DEFAULTS = {
    "blend": "covariances",
    "blockSize": 1,
    "divisor": "maximumLikelihood",
    "gamma": 0.0,
    "handleInvalid": "error",
    "lambda": 0.0,
    "missing": "error",
    "priorType": "empirical",
    "shrinkage": 0.0,
    "shrinkageType": "toScale",
    "smoothing": 1.0,
    "unseen": "error",
    "variances": "byClass",
    "varianceSmoothing": 1e-9,
}


def _param(name, doc, converter):
    return Param(Params._dummy(), name, doc, converter)


def _choice(name, doc, *allowed):
    return _param(name, f"{doc}: {', '.join(allowed)}", TypeConverters.toString)


def _number(name, doc):
    return _param(name, doc, TypeConverters.toFloat)


def _add_accessors(cls, param):
    """Adds the getter and the setter that Java has."""
    suffix = param.name[0].upper() + param.name[1:]

    def getter(self):
        return self.getOrDefault(param.name)

    def setter(self, value):
        return self._set(**{param.name: value})

    getter.__doc__ = f"Returns {param.name}: {param.doc}."
    setter.__doc__ = f"Sets {param.name}: {param.doc}."
    for accessor, name in ((getter, "get" + suffix), (setter, "set" + suffix)):
        accessor.__name__ = name
        accessor.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, accessor)


class _Lanewise(Params):
    """Base of all classes: accessors of their parameters, and the module's name that is the Java package."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.__module__ = _PACKAGE
        for param in [value for value in vars(cls).values() if isinstance(value, Param)]:
            _add_accessors(cls, param)


class _HasDivisor(_Lanewise):
    divisor = _choice("divisor", "what sums of squares are divided by", "maximumLikelihood", "unbiased")


class _HasSmoothing(_Lanewise):
    smoothing = _number("smoothing", "added to every count, at least 0")


class _HasBinaryThreshold(_Lanewise):
    binaryThreshold = _number(
        "binaryThreshold",
        "values greater than this are 1 and others 0; values have to be 0 or 1 where it is not set",
    )


class _HasUnseen(_Lanewise):
    unseen = _choice("unseen", "what becomes of categories that were not learned", "error", "ignore", "smoothed")


class _JavaStage(_Lanewise, JavaParams, JavaMLReadable, JavaMLWritable):
    """Common to estimators and models."""

    missing = _choice("missing", "the treatment of NaN by models that take missing values", "error", "ignore")
    handleInvalid = _choice(
        "handleInvalid", "the treatment of rows that the model cannot score", "error", "skip", "keep"
    )

    @classmethod
    def read(cls):
        """Returns a reader of what `write` saved, here or in Java."""
        _require_jars()
        return super().read()

    def setParams(self, **params):
        """Sets parameters by name. Python has the keyword `lambda`, so that parameter is `lambda_` here."""
        names = {param.name for param in self.params}
        values = {name.removesuffix("_"): value for name, value in params.items()}
        for name in values:
            if name not in names:
                raise TypeError(
                    f"{type(self).__name__} has no parameter '{name}'; its parameters are {', '.join(sorted(names))}"
                )
        return self._set(**values)

    def _set(self, **values):
        before = dict(self._paramMap)
        try:
            super()._set(**values)
            if self._java_obj is not None and not is_remote():
                for param in map(self.getParam, values):
                    self._make_java_param_pair(param, self._paramMap[param])  # Java checks the value.
        except Exception:
            self._paramMap = before
            raise
        return self

    def _set_defaults(self):
        self._setDefault(**{name: value for name, value in _DEFAULTS.items() if self.hasParam(name)})


def _require_jars():
    # Py4J takes the name of a missing class for that of a package.
    if not is_remote() and type(_jvm().org.lanewise.spark.GenerativeClassificationModel).__name__ == "JavaPackage":
        raise RuntimeError(
            "Spark has no class org.lanewise.spark.GenerativeClassificationModel; a session that was started"
            " with --jars lanewise-core.jar,lanewise-spark.jar is expected"
        )


class GenerativeClassificationModel(
    _JavaStage, _JavaProbabilisticClassificationModel[Vector], _HasBinaryThreshold, _HasUnseen
):
    """A model of any of the estimators. It has their parameters too, with the values of the fit."""

    blockSize = _param(
        "blockSize",
        "how many rows are scored at once: 1, or up to 65536 of a Gaussian model of many numbers",
        TypeConverters.toInt,
    )

    def __init__(self, java_model=None):
        super().__init__(java_model)
        self._set_defaults()

    def _call_java(self, name, *args):
        # PySpark passes parameters on before it transforms rows; predictions of one vector need them too.
        if not is_remote():
            for param, value in self._paramMap.items():
                self._java_obj.set(self._make_java_param_pair(param, value))
        return super()._call_java(name, *args)


class _Classifier(_JavaStage, _JavaProbabilisticClassifier[GenerativeClassificationModel], HasWeightCol):
    """Common to all estimators."""

    weightCol = _param(
        "weightCol", "the column of weights; all rows weigh 1 where it is not set", TypeConverters.toString
    )
    priorType = _choice(
        "priorType", "the priors of the classes where priors is not set", "empirical", "uniform", "laplace"
    )
    priors = _param(
        "priors", "the prior of each class in the order of the indices; their sum is 1", TypeConverters.toListFloat
    )

    def __init__(self, **params):
        super().__init__()
        _require_jars()
        self._java_obj = self._new_java_obj(f"{_PACKAGE}.{type(self).__name__}", self.uid)
        self._set_defaults()
        self.setParams(**params)

    def _create_model(self, java_model):
        return GenerativeClassificationModel(java_model)


class _DiscriminantClassifier(_Classifier, _HasDivisor):
    shrinkageType = _choice(
        "shrinkageType",
        "what covariances S are drawn towards",
        "toScale",
        "toIdentity",
        "ridge",
        "oracleApproximating",
    )
    shrinkage = _number("shrinkage", "how far: from 0 (default) to 1, or of a ridge any number of at least 0")


class LinearDiscriminantClassifier(_DiscriminantClassifier):
    """Linear discriminant analysis: normal classes with a shared covariance."""


class QuadraticDiscriminantClassifier(_DiscriminantClassifier):
    """Quadratic discriminant analysis: normal classes, each with its own covariance."""


class RegularizedDiscriminantClassifier(_Classifier):
    """Regularised discriminant analysis (Friedman 1989): the covariance of each class is shrunk towards
    the pooled one by lambda, and then towards a multiple of the unit matrix by gamma.

    `lambda` is a keyword of Python: write `lambda_`, also in grids of parameters.
    """

    vars()["lambda"] = _number("lambda", "how far covariances are drawn towards the pooled one, from 0 to 1")
    gamma = _number("gamma", "how far covariances are then drawn towards tr(S)/d I, from 0 to 1")
    blend = _choice("blend", "what lambda blends", "covariances", "scatters")

    @property
    def lambda_(self):
        """The parameter lambda."""
        return self.getParam("lambda")


class GaussianNaiveBayesClassifier(_Classifier, _HasDivisor):
    """Gaussian Naive Bayes: features that are normal and independent within each class."""

    varianceSmoothing = _number(
        "varianceSmoothing", "added to all variances, in units of the largest variance of a feature"
    )
    variances = _choice("variances", "whose the variances are", "byClass", "pooled")


class BernoulliNaiveBayesClassifier(_Classifier, _HasSmoothing, _HasBinaryThreshold):
    """Bernoulli Naive Bayes: bits that are independent within each class."""


class MultinomialNaiveBayesClassifier(_Classifier, _HasSmoothing):
    """Multinomial Naive Bayes: counts, such as those of words, whose shares depend on the class."""


class CategoricalNaiveBayesClassifier(_Classifier, _HasSmoothing, _HasUnseen):
    """Categorical Naive Bayes: category codes, whole numbers from 0, that are independent within each class."""
