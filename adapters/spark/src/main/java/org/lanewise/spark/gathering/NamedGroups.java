package org.lanewise.spark.gathering;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.classic.ColumnNodeToExpressionConverter$;
import org.apache.spark.sql.classic.ExpressionUtils;
import org.apache.spark.sql.execution.aggregate.ScalaAggregator;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/// An aggregate that waits until Spark knows its columns, to give [GroupStatistics] the names in
/// their metadata: an aggregator in Spark gets only values.
// To javac, the two inherited inputTypes() conflict; GroupStatistics is such an aggregator.
@SuppressWarnings({"rawtypes", "unchecked"})
final class NamedGroups extends ScalaAggregator<Row, GroupStatistics.Parts, byte[]> {

  private static final long serialVersionUID = 1L;

  private NamedGroups(
      ScalaAggregator<Row, GroupStatistics.Parts, byte[]> of, Seq<Expression> children) {
    super(
        children,
        of.agg(),
        of.inputEncoder(),
        of.bufferEncoder(),
        of.nullable(),
        of.isDeterministic(),
        of.mutableAggBufferOffset(),
        of.inputAggBufferOffset(),
        of.aggregatorName());
  }

  /// The column of an aggregator of vectors and labels, with their names.
  static Column column(Column aggregated) {
    AggregateExpression expression =
        (AggregateExpression) ColumnNodeToExpressionConverter$.MODULE$.apply(aggregated.node());
    ScalaAggregator<Row, GroupStatistics.Parts, byte[]> aggregator =
        (ScalaAggregator<Row, GroupStatistics.Parts, byte[]>) expression.aggregateFunction();
    return ExpressionUtils.column(
        new AggregateExpression(
            named(aggregator, aggregator.children()),
            expression.mode(),
            expression.isDistinct(),
            expression.filter(),
            expression.resultId()));
  }

  @Override
  public ScalaAggregator<Row, GroupStatistics.Parts, byte[]> withNewChildrenInternal(
      IndexedSeq<Expression> children) {
    return named(this, children);
  }

  @Override
  public Seq inputTypes() {
    return super.inputTypes();
  }

  private static ScalaAggregator<Row, GroupStatistics.Parts, byte[]> named(
      ScalaAggregator<Row, GroupStatistics.Parts, byte[]> of, Seq<Expression> children) {
    Expression features = children.apply(0);
    Expression label = children.apply(1);
    if (!features.resolved() || !label.resolved()) {
      return new NamedGroups(of, children);
    }
    return of.copy(
        children,
        ((GroupStatistics) of.agg()).named(field("features", features), field("label", label)),
        of.inputEncoder(),
        of.bufferEncoder(),
        of.nullable(),
        of.isDeterministic(),
        of.mutableAggBufferOffset(),
        of.inputAggBufferOffset(),
        of.aggregatorName());
  }

  private static StructField field(String name, Expression expression) {
    Expression column = expression instanceof Cast cast ? cast.child() : expression;
    return new StructField(
        name,
        column.dataType(),
        true,
        column instanceof NamedExpression named ? named.metadata() : Metadata.empty());
  }
}
