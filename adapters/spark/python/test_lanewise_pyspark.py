"""Tests of lanewise_pyspark: python3 -m unittest, in this folder, with PySpark 4.2 and Java 25.

Rows come from SQL, so no test needs a Python worker. LANEWISE_CLASSPATH has the classes of `core` and
`adapters/spark`, if they are not in the jars of this build.
"""

import contextlib
import glob
import io
import os
import re
import tempfile
import unittest
import warnings
from unittest import mock

from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.classification import OneVsRest
from pyspark.ml.evaluation import MulticlassClassificationEvaluator
from pyspark.ml.feature import IndexToString, StringIndexer, VectorAssembler
from pyspark.ml.linalg import DenseVector, SparseVector, Vectors
from pyspark.ml.param import TypeConverters
from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder
from pyspark.sql import SparkSession
from pyspark.sql.functions import expr

import lanewise_pyspark
from lanewise_pyspark import (
    BernoulliNaiveBayesClassifier,
    CategoricalNaiveBayesClassifier,
    GaussianNaiveBayesClassifier,
    GenerativeClassificationModel,
    LinearDiscriminantClassifier,
    MultinomialNaiveBayesClassifier,
    QuadraticDiscriminantClassifier,
    RegularizedDiscriminantClassifier,
)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
IRIS = os.path.join(ROOT, "examples", "data", "iris.csv")

# Estimators, the rows that they take, and options other than the defaults.
ESTIMATORS = {
    LinearDiscriminantClassifier: ("numbers", {"shrinkage": 0.25, "divisor": "unbiased"}),
    QuadraticDiscriminantClassifier: ("numbers", {"shrinkage": 1, "shrinkageType": "ridge"}),
    RegularizedDiscriminantClassifier: ("numbers", {"lambda": 0.5, "gamma": 0.1, "blend": "scatters"}),
    GaussianNaiveBayesClassifier: ("numbers", {"varianceSmoothing": 1e-3, "variances": "pooled"}),
    BernoulliNaiveBayesClassifier: ("numbers", {"smoothing": 2, "binaryThreshold": 1.5}),
    MultinomialNaiveBayesClassifier: ("counts", {"smoothing": 0.5}),
    CategoricalNaiveBayesClassifier: ("counts", {"smoothing": 0.5, "unseen": "smoothed"}),
}
CONVERTERS = {
    "DoubleParam": TypeConverters.toFloat,
    "IntParam": TypeConverters.toInt,
    "DoubleArrayParam": TypeConverters.toListFloat,
    "Param": TypeConverters.toString,
}
SESSION = None


def setUpModule():
    global SESSION
    jars = [
        jar
        for module in ("core", "adapters/spark")
        for jar in glob.glob(os.path.join(ROOT, module, "target", "lanewise-*-SNAPSHOT.jar"))
    ]
    SESSION = (
        SparkSession.builder.master("local[2]")
        .config("spark.driver.memory", "2g")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.extraClassPath", os.environ.get("LANEWISE_CLASSPATH", os.pathsep.join(jars)))
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    SESSION.sparkContext.setLogLevel("OFF")
    warnings.simplefilter("ignore", ResourceWarning)  # PySpark leaves sockets open.


def tearDownModule():
    SESSION.stop()


def java(name):
    return getattr(SESSION._jvm.org.lanewise.spark, name)


def rows(kind):
    """Rows of three classes in two partitions: many zeros, so that vectors are dense and sparse."""
    numbers = ["label + id % 7 * 0.3", "if(id % 4 = 0, sin(id) - label, 0)", "if(id % 4 = 1, cos(id * label), 0)"]
    counts = ["id % 3", "if(id % 4 = 0, (id + label) % 3, 0)", "if(id % 4 = 1, 2 - label, 0)"]
    values = numbers if kind == "numbers" else counts
    table = SESSION.range(0, 240, 1, 2).selectExpr("id", "cast(id * 7 % 11 % 3 as double) as label")
    table = table.selectExpr(
        "id", "label", "id % 3 / 2 as weight", *[f"double({value}) as x{j}" for j, value in enumerate(values)]
    )
    return VectorAssembler(inputCols=["x0", "x1", "x2"], outputCol="features").transform(table).cache()


def with_nan(table):
    """The rows, of which every other one has a NaN."""
    broken = table.withColumn("x1", expr("if(id % 2 = 0, x1, double('NaN'))")).drop("features")
    return VectorAssembler(inputCols=["x0", "x1", "x2"], outputCol="features", handleInvalid="keep").transform(broken)


def flowers():
    schema = "sl double, sw double, pl double, pw double, class int"
    table = SESSION.read.option("header", True).schema(schema).csv(IRIS)
    return table.selectExpr("*", "elt(class + 1, 'setosa', 'versicolor', 'virginica') as species")


def pipeline(classifier):
    return Pipeline(
        stages=[
            StringIndexer(inputCol="species", outputCol="label"),
            VectorAssembler(inputCols=["sl", "sw", "pl", "pw"], outputCol="features"),
            classifier,
            IndexToString(inputCol="prediction", outputCol="answer"),
        ]
    )


def answers(table):
    return table.select("rawPrediction", "probability", "prediction").collect()


def of_java(estimator, options, table):
    """The answers of the same estimator through the Java interface."""
    made = java(estimator.__name__)()
    for name, value in options.items():
        setter = "set" + name[0].upper() + name[1:]
        getattr(made, setter)(float(value) if isinstance(value, int) else value)
    scored = made.fit(table._jdf).transform(table._jdf)
    return answers(type(table)(scored, SESSION))


class ParametersTest(unittest.TestCase):
    def test_parameters_are_those_of_java(self):
        fitted = LinearDiscriminantClassifier().fit(rows("numbers"))
        bare = GenerativeClassificationModel(java("GenerativeClassificationModel")())
        self.assertTrue(fitted.hasParam("shrinkage"))
        for stage in [estimator() for estimator in ESTIMATORS] + [bare]:
            of_java = {param.name(): param for param in stage._java_obj.params()}
            self.assertEqual(sorted(of_java), [param.name for param in stage.params])
            for param in stage.params:
                with self.subTest(type(stage).__name__ + "." + param.name):
                    theirs = of_java[param.name]
                    # PySpark's own copies of Spark's parameters differ from those in dots and commas.
                    self.assertEqual(theirs.doc().replace(",", ""), param.doc.rstrip(".").replace(",", ""))
                    default = stage._java_obj.getDefault(theirs)
                    self.assertEqual(default.isDefined(), stage.hasDefault(param))
                    if default.isDefined():
                        self.assertEqual(default.get(), stage._defaultParamMap[param])
                    if param.name not in ("featuresCol", "labelCol", "thresholds"):
                        converter = CONVERTERS[theirs.getClass().getSimpleName()]
                        self.assertEqual(converter, param.typeConverter)

    def test_every_setter_of_java_is_here(self):
        for stage in [estimator() for estimator in ESTIMATORS] + [GenerativeClassificationModel]:
            cls = stage if isinstance(stage, type) else type(stage)
            methods = java(cls.__name__)().getClass().getMethods()
            setters = {method.getName() for method in methods if method.getName().startswith("set")}
            self.assertLessEqual(setters - {"set", "setDefault", "setParent"}, set(dir(cls)))

    def test_a_parameter_is_set_by_name_by_setter_or_in_the_constructor(self):
        classifier = LinearDiscriminantClassifier(shrinkage=1, priors=(0.5, 0.25, 0.25)).setMissing("ignore")
        classifier.setParams(divisor="unbiased")
        self.assertEqual(1.0, classifier.getShrinkage())
        self.assertEqual([0.5, 0.25, 0.25], classifier.getPriors())
        self.assertEqual("ignore", classifier.getMissing())
        self.assertEqual("unbiased", classifier.getDivisor())
        self.assertEqual("empirical", classifier.getPriorType())

    def test_lambda_which_is_a_keyword_has_an_underscore(self):
        classifier = RegularizedDiscriminantClassifier(lambda_=0.25)
        self.assertEqual(0.25, classifier.getLambda())
        self.assertEqual("lambda", classifier.lambda_.name)
        self.assertEqual(0.5, classifier.copy({classifier.lambda_: 0.5}).getLambda())

    def test_parameters_explain_themselves(self):
        text = LinearDiscriminantClassifier(shrinkage=0.1).explainParams()
        self.assertIn("shrinkage: how far: from 0 (default) to 1", text)
        self.assertIn("(default: 0.0, current: 0.1)", text)
        self.assertIn("divisor", LinearDiscriminantClassifier.setDivisor.__doc__)

    def test_copies_leave_the_original_alone(self):
        classifier = LinearDiscriminantClassifier()
        other = classifier.copy({classifier.shrinkage: 0.5})
        table = rows("numbers")
        plain, shrunk = classifier.fit(table), other.fit(table)
        self.assertEqual(0.0, classifier.getShrinkage())
        self.assertEqual(0.0, plain.getOrDefault("shrinkage"))
        self.assertEqual(0.5, shrunk.getOrDefault("shrinkage"))
        given = classifier.fit(table, {classifier.shrinkage: 0.5})
        self.assertEqual(answers(shrunk.transform(table)), answers(given.transform(table)))
        self.assertEqual(answers(plain.transform(table)), answers(classifier.fit(table).transform(table)))
        renamed = plain.copy({plain.predictionCol: "answer"})
        self.assertIn("answer", renamed.transform(table).columns)
        self.assertNotIn("answer", plain.transform(table).columns)


class ScoringTest(unittest.TestCase):
    def test_labels_and_probabilities_are_those_of_java(self):
        for estimator, (kind, options) in ESTIMATORS.items():
            table = rows(kind)
            for given in ({}, options):
                if estimator == BernoulliNaiveBayesClassifier and not given:
                    continue
                with self.subTest(estimator.__name__, **given):
                    model = estimator(**given).fit(table)
                    self.assertEqual(of_java(estimator, given, table), answers(model.transform(table)))
                    self.assertEqual((3, 3), (model.numFeatures, model.numClasses))
                    for name, value in given.items():
                        self.assertEqual(value, model.getOrDefault(name))

    def test_vectors_are_dense_and_sparse(self):
        table = rows("numbers")
        vectors = [row.features for row in table.collect()]
        self.assertEqual({DenseVector, SparseVector}, {type(vector) for vector in vectors})
        model = QuadraticDiscriminantClassifier(shrinkage=0.1).fit(table)
        for row in model.transform(table).limit(8).collect():
            for vector in (Vectors.dense(row.features.toArray()), row.features):
                self.assertEqual(row.prediction, model.predict(vector))
                self.assertEqual(row.rawPrediction, model.predictRaw(vector))
                self.assertEqual(row.probability, model.predictProbability(vector))

    def test_rows_have_weights(self):
        table = rows("numbers")
        model = GaussianNaiveBayesClassifier(weightCol="weight").fit(table)
        expected = of_java(GaussianNaiveBayesClassifier, {"weightCol": "weight"}, table)
        self.assertEqual(expected, answers(model.transform(table)))
        self.assertNotEqual(expected, of_java(GaussianNaiveBayesClassifier, {}, table))

    def test_one_vector_is_scored_with_the_parameters_of_the_model(self):
        table = rows("numbers")
        model = GaussianNaiveBayesClassifier().fit(table)
        vector = Vectors.dense([0.3, 0.0, float("nan")])
        self.assertIn("NaN", refusal(lambda: model.predict(vector)))
        self.assertIn(model.setMissing("ignore").predict(vector), (0.0, 1.0, 2.0))
        self.assertEqual(2.0, model.setThresholds([1.0, 1.0, 1e-9]).predict(vector))
        model.clear(model.thresholds)
        self.assertNotEqual(2.0, model.predict(vector))

    def test_a_model_skips_or_keeps_rows_and_leaves_columns_out(self):
        table = rows("numbers")
        model = LinearDiscriminantClassifier().fit(table).setHandleInvalid("skip").setRawPredictionCol("")
        nan = with_nan(table)
        self.assertEqual(120, model.transform(nan).count())
        self.assertEqual(240, model.setHandleInvalid("keep").setBlockSize(64).transform(nan).count())
        self.assertNotIn("rawPrediction", model.transform(nan).columns)

    def test_one_versus_rest_takes_an_estimator(self):
        table = rows("numbers")
        model = OneVsRest(classifier=LinearDiscriminantClassifier(), weightCol="weight").fit(table)
        self.assertEqual(3, len(model.models))
        self.assertEqual(240, model.transform(table).count())


class PersistenceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "saved")

    def test_estimators_are_saved_and_loaded(self):
        for estimator, (_, options) in ESTIMATORS.items():
            saved = estimator(**options)
            saved.write().overwrite().save(self.path)
            loaded = estimator.load(self.path)
            self.assertIs(estimator, type(loaded))
            self.assertEqual(saved.uid, loaded.uid)
            for name, value in options.items():
                self.assertEqual(value, loaded.getOrDefault(name))
                in_java = java(estimator.__name__).load(self.path)
                self.assertEqual(value, in_java.getOrDefault(in_java.getParam(name)))

    def test_models_go_from_python_to_java_and_back(self):
        for estimator, (kind, options) in ESTIMATORS.items():
            table = rows(kind)
            model = estimator(priors=[0.5, 0.25, 0.25], **options).fit(table)
            model.write().overwrite().save(self.path)
            in_java = java("GenerativeClassificationModel").load(self.path)
            expected = answers(model.transform(table))
            self.assertEqual(expected, answers(type(table)(in_java.transform(table._jdf), SESSION)))
            in_java.write().overwrite().save(self.path)
            back = GenerativeClassificationModel.load(self.path)
            self.assertEqual(expected, answers(back.transform(table)))
            self.assertEqual([0.5, 0.25, 0.25], list(back.getOrDefault("priors")))
            for name, value in options.items():
                self.assertEqual(value, back.getOrDefault(name))

    def test_pipelines_are_saved_and_loaded(self):
        table = flowers()
        unfitted = pipeline(LinearDiscriminantClassifier(shrinkage=0.1))
        unfitted.save(self.path)
        loaded = Pipeline.load(self.path)
        self.assertEqual(0.1, loaded.getStages()[2].getShrinkage())
        model = loaded.fit(table)
        model.write().overwrite().save(self.path)
        again = PipelineModel.load(self.path)
        self.assertIs(GenerativeClassificationModel, type(again.stages[2]))
        expected = model.transform(table).select("answer", "probability").collect()
        self.assertEqual(expected, again.transform(table).select("answer", "probability").collect())
        self.assertGreater(again.transform(table).filter("answer = species").count(), 145)
        in_java = SESSION._jvm.org.apache.spark.ml.PipelineModel.load(self.path).stages()[2]
        self.assertEqual(1, in_java.classifier().classes().indexOf("versicolor"))

    def test_a_cross_validator_finds_options_and_is_saved(self):
        for classifier, grid in (
            (LinearDiscriminantClassifier(priorType="uniform"), ("shrinkage", [0.1, 1.0])),
            (RegularizedDiscriminantClassifier(), ("lambda_", [0.25, 1.0])),
        ):
            found = CrossValidator(
                estimator=pipeline(classifier),
                estimatorParamMaps=ParamGridBuilder().addGrid(getattr(classifier, grid[0]), grid[1]).build(),
                evaluator=MulticlassClassificationEvaluator(metricName="accuracy"),
                numFolds=2,
                seed=1,
                parallelism=2,
            ).fit(flowers())
            self.assertEqual(2, len(found.avgMetrics))
            self.assertGreater(max(found.avgMetrics), 0.9)
            found.write().overwrite().save(self.path)
            best = found.getEstimatorParamMaps()[max(range(2), key=found.avgMetrics.__getitem__)]
            for model in (found, CrossValidatorModel.load(self.path)):
                stage = model.bestModel.stages[2]
                for param, value in best.items():
                    self.assertEqual(value, stage.getOrDefault(param.name))
                self.assertEqual(classifier.getPriorType(), stage.getOrDefault("priorType"))


class PageTest(unittest.TestCase):
    def test_the_blocks_of_the_page_run(self):
        with open(os.path.join(ROOT, "docs", "spark.md"), encoding="utf-8") as page:
            blocks = re.findall("```python\n(.*?)```", page.read(), re.DOTALL)
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as out:
            flowers().select("sl", "sw", "pl", "pw").write.csv(folder + "/arriving")
            names = {"spark": SESSION, "flowers": flowers(), "folder": folder}
            for block in blocks:
                exec(block, names)
            streamed = SESSION.read.parquet(folder + "/labelled").collect()
        columns = ["sl", "sw", "pl", "pw", "answer"]
        self.assertEqual(sorted(names["fitted"].transform(flowers()).select(columns).collect()), sorted(streamed))
        self.assertEqual(2, len(blocks))
        self.assertIn("\n3\n", out.getvalue())


def refusal(call):
    try:
        call()
    except Exception as e:
        return str(e)
    raise AssertionError("nothing was refused")


class RefusalsTest(unittest.TestCase):
    def test_a_value_is_refused_when_it_is_set_and_nothing_changes(self):
        classifier = LinearDiscriminantClassifier(shrinkage=0.5)
        self.assertEqual(
            "shrinkage is -1.0; a finite number of at least 0 is expected",
            refusal(lambda: classifier.setParams(divisor="unbiased", shrinkage=-1)),
        )
        self.assertEqual((0.5, "maximumLikelihood"), (classifier.getShrinkage(), classifier.getDivisor()))
        self.assertEqual(
            "priorType is 'even'; one of empirical, uniform, laplace is expected",
            refusal(lambda: LinearDiscriminantClassifier(priorType="even")),
        )
        self.assertIn(
            "Could not convert", refusal(lambda: classifier.setParams(divisor="unbiased", shrinkage="much"))
        )
        self.assertEqual((0.5, "maximumLikelihood"), (classifier.getShrinkage(), classifier.getDivisor()))

    def test_an_unknown_parameter_is_named(self):
        self.assertEqual(
            "MultinomialNaiveBayesClassifier has no parameter 'alpha'; its parameters are featuresCol, handleInvalid,"
            " labelCol, missing, predictionCol, priorType, priors, probabilityCol, rawPredictionCol, smoothing,"
            " thresholds, weightCol",
            refusal(lambda: MultinomialNaiveBayesClassifier(alpha=1)),
        )

    def test_rows_are_refused_in_the_sentence_of_java(self):
        table = rows("numbers")
        self.assertEqual(
            "the column of weights 'w' is not there; the columns are id, label, weight, x0, x1, x2, features",
            refusal(lambda: LinearDiscriminantClassifier(weightCol="w").fit(table)),
        )
        self.assertEqual(
            "column 'features': row 1 of partition 0, feature 'x0' is 1.3; 0 or 1 is expected, or setBinaryThreshold",
            refusal(lambda: BernoulliNaiveBayesClassifier().fit(table)),
        )
        model = LinearDiscriminantClassifier().fit(table)
        other = VectorAssembler(inputCols=["x0"], outputCol="features").transform(table.drop("features"))
        self.assertEqual(
            "column 'features': the rows have 1 feature; 3 are expected, as in the model",
            refusal(lambda: model.transform(other)),
        )
        self.assertIn(
            "column 'features': feature 'x1' of the row is NaN; a finite number is expected",
            refusal(model.transform(with_nan(table)).collect),
        )

    def test_missing_jars_are_named(self):
        package = type("JavaPackage", (), {})()
        jvm = mock.MagicMock()
        jvm.org.lanewise.spark.GenerativeClassificationModel = package
        with mock.patch.object(lanewise_pyspark, "_jvm", return_value=jvm):
            for call in (LinearDiscriminantClassifier, lambda: GenerativeClassificationModel.load("m")):
                self.assertIn("--jars lanewise-core.jar,lanewise-spark.jar", refusal(call))


if __name__ == "__main__":
    unittest.main()
