package org.lanewise.cli.reading;

import java.util.Optional;
import org.lanewise.cli.parsing.MissingText;
import org.lanewise.cli.table.Roles;

/// The user's options for reading a data file.
///
/// @param categorical whether every feature column holds categories; numbers otherwise
/// @param mayIndicate whether `--categories indicator` is an option here, so that a refused cell
///   names it
/// @param missing which cells are missing values. Among categories an empty cell always is
/// @param layout how a table is written
/// @param roles which columns are no features
/// @param embeddings options for a file of embeddings
/// @param hasOtherTokens whether messages are not split into words, which leave symbols out
public record ReadOptions(
    boolean categorical,
    boolean mayIndicate,
    MissingText missing,
    Layout layout,
    Roles roles,
    EmbeddingOptions embeddings,
    boolean hasOtherTokens) {

  /// Numbers, nothing missing, the layout found by looking, the label last.
  public static final ReadOptions DEFAULT =
      new ReadOptions(
          false,
          false,
          MissingText.NONE,
          Layout.AUTOMATIC,
          Roles.LABEL_LAST,
          EmbeddingOptions.NONE,
          false);

  /// The same with every feature a category, or a number.
  public ReadOptions withCategorical(boolean newCategorical) {
    return new ReadOptions(
        newCategorical, mayIndicate, missing, layout, roles, embeddings, hasOtherTokens);
  }

  /// The same where `--categories indicator` could have been given.
  public ReadOptions withIndicatorsNotGiven() {
    return new ReadOptions(categorical, true, missing, layout, roles, embeddings, hasOtherTokens);
  }

  /// The same where `--missing` could have been given.
  ///
  /// @param text the text of a missing value; none where no cell of numbers is missing
  public ReadOptions withMissing(Optional<String> text) {
    return new ReadOptions(
        categorical,
        mayIndicate,
        new MissingText(text, true),
        layout,
        roles,
        embeddings,
        hasOtherTokens);
  }

  /// The same with another layout.
  public ReadOptions withLayout(Layout newLayout) {
    return new ReadOptions(
        categorical, mayIndicate, missing, newLayout, roles, embeddings, hasOtherTokens);
  }

  /// The same with other roles.
  public ReadOptions withRoles(Roles newRoles) {
    return new ReadOptions(
        categorical, mayIndicate, missing, layout, newRoles, embeddings, hasOtherTokens);
  }

  /// The same with other options for a file of embeddings.
  public ReadOptions withEmbeddings(EmbeddingOptions newEmbeddings) {
    return new ReadOptions(
        categorical, mayIndicate, missing, layout, roles, newEmbeddings, hasOtherTokens);
  }

  /// The same where messages are split into words, or into other tokens.
  public ReadOptions withOtherTokens(boolean others) {
    return new ReadOptions(categorical, mayIndicate, missing, layout, roles, embeddings, others);
  }
}
