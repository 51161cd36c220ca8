package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.cli.reading.DataFolder.columns;
import static org.lanewise.cli.reading.DataFolder.roles;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;

/// Features, label, weight and messages are found among the columns of a file.
class ColumnsTest {

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  @Nested
  class FindsTheColumns {

    private static final String NAMED = "class,x,w,y\na,1,0.5,2\nb,3,1,4\n";

    @Test
    void labelByNameOrIndex() {
      for (String label : List.of("class", "0")) {
        Table table = folder.read(NAMED, roles(Roles.LABEL_LAST.withLabel(label)));
        assertEquals(List.of("a", "b"), DataFolder.labels(table));
        assertEquals(List.of("x", "w", "y"), table.schema().featureNames());
      }
      assertEquals(
          List.of("1", "3"),
          DataFolder.labels(
              folder.read("x,class\n1,2\n3,4\n", roles(Roles.LABEL_LAST.withLabel("x")))));
    }

    @Test
    void weightByNameOrIndex() {
      Table table = folder.read(NAMED, roles(Roles.LABEL_LAST.withLabel("class").withWeight("w")));
      assertArrayEquals(new double[] {0.5, 1}, table.labels().weights());
      assertArrayEquals(new double[][] {{1, 3}, {2, 4}}, columns(table));
      assertEquals(List.of("x", "y"), table.schema().featureNames());
      // The default label is the last column that is left.
      assertEquals(
          List.of("a", "b"),
          DataFolder.labels(
              folder.read("1,a,2\n3,b,4\n", roles(Roles.LABEL_LAST.withWeight("2")))));
    }

    @Test
    void messageByNameOrIndexAndTheLabelIsAnother() {
      Table table =
          folder.read("ham,\"hi, you\"\nspam,win\n", roles(Roles.LABEL_LAST.withText("1")));
      assertEquals(List.of("ham", "spam"), DataFolder.labels(table));
      assertEquals(List.of("hi, you", "win"), ((MessageFeatures) table.features()).messages());
      table =
          folder.read(
              "kind,message\nham,hi\nspam,win\n", roles(Roles.LABEL_LAST.withText("message")));
      assertEquals(List.of("ham", "spam"), DataFolder.labels(table));
    }

    @Test
    void orSaysWhichThereAre() {
      assertEquals(
          "data has no column 'z' for --label; expected an index from 0 to 3 or one of the names"
              + " [class, x, w, y]",
          folder.refusal(NAMED, roles(Roles.LABEL_LAST.withLabel("z"))));
      assertEquals(
          "data has no column '4' for --weight; expected an index from 0 to 3",
          folder.refusal("1,2,3,4\n", roles(Roles.LABEL_LAST.withWeight("4"))));
      assertEquals(
          "data has no column '-1' for --label; expected an index from 0 to 3",
          folder.refusal("1,2,3,4\n", roles(Roles.LABEL_LAST.withLabel("-1"))));
      assertEquals(
          "data has more than one column named 'a'; use its 0-based index",
          folder.refusal("a,a,b\n1,2,3\n", roles(Roles.LABEL_LAST.withLabel("a"))));
      assertEquals(
          "column index 1 of data cannot be both the label and the weight",
          folder.refusal("1,2,3\n", roles(Roles.LABEL_LAST.withLabel("1").withWeight("1"))));
    }

    private static Roles features(String... lists) {
      return Roles.LABEL_LAST.withChoice(new ColumnChoice(List.of(lists), List.of()));
    }

    private static Roles dropped(String... lists) {
      return Roles.LABEL_LAST.withChoice(new ColumnChoice(List.of(), List.of(lists)));
    }

    @Test
    void featuresByNameIndexAndRange() {
      String wide = "id,x,\"y,z\",k,w\nr1,1,2,a,5\nr2,3,4,b,6\n";
      for (Roles asked :
          List.of(
              features("x,\"y,z\"").withLabel("k"),
              features("1-2").withLabel("k"),
              features("y,z", "x").withLabel("k"),
              dropped("id,w"),
              dropped("0", " 4 "),
              dropped("id", "4-4").withLabel("3"))) {
        Table table = folder.read(wide, roles(asked));
        assertEquals(List.of("x", "y,z"), table.schema().featureNames());
        assertEquals("0,4", table.schema().dropped().toString());
        assertArrayEquals(new double[][] {{1, 3}, {2, 4}}, columns(table));
        assertEquals(List.of("a", "b"), DataFolder.labels(table));
      }
      // The default label is the last column that is not asked to be something else.
      assertEquals(List.of("a"), DataFolder.labels(folder.read("a,1,2\n", roles(features("1-2")))));
    }

    @Test
    void orSaysWhyFeaturesCannotBeChosenSo() {
      assertEquals(
          "data has no column 'z' for --drop; expected an index from 0 to 3 or one of the names"
              + " [class, x, w, y], or a range such as 0-3",
          folder.refusal(NAMED, roles(dropped("x,z").withLabel("class"))));
      for (String list : List.of("", "3-4", "2-1", "1-", "x,", "-1", "1-99999999999")) {
        assertTrue(
            folder
                .refusal(NAMED, roles(features(list).withLabel("class")))
                .contains(" for --features; expected "),
            list);
      }
      assertEquals(
          "column index 0 of data cannot be both the label and a feature",
          folder.refusal(NAMED, roles(features("0-2").withLabel("class"))));
      assertEquals(
          "column index 2 of data cannot be both the weight and left out",
          folder.refusal(NAMED, roles(dropped("w").withLabel("class").withWeight("w"))));
      assertEquals(
          "data has 4 columns, 3 of them left out; expected a label and at least one feature",
          folder.refusal(NAMED, roles(dropped("1-3").withLabel("class"))));
      assertTrue(
          folder
              .refusal("a 0:1\nb 1:2\n", roles(dropped("1")))
              .startsWith("data has sparse lines (label index:value …), which take no --label, "));
    }

    @Test
    void anIndexIsNoFeatureUnlessItIsAskedFor() {
      for (String indexed :
          List.of(
              ",x,y,c\n0,1,2,a\n1,3,4,b\n",
              "\"\",\"x\",\"y\",\"c\"\n\"r1\",1,2,a\n\"r2\",3,4,b\n")) {
        Table table = folder.read(indexed);
        assertEquals(List.of("x", "y"), table.schema().featureNames());
        assertEquals(List.of("a", "b"), DataFolder.labels(table));
        assertArrayEquals(new double[][] {{1, 3}, {2, 4}}, columns(table));
      }
      Table levels = folder.read(",,x,c\n0,p,1,a\n0,q,3,b\n");
      assertEquals(List.of("x"), levels.schema().featureNames());
      assertEquals("0-1", levels.schema().dropped().toString());
      Table last = folder.read("x,c,Unnamed: 0\n1,a,0\n3,b,1\n");
      assertEquals(List.of("x"), last.schema().featureNames());
      assertEquals(List.of("a", "b"), DataFolder.labels(last));
      Table asked = folder.read(",x,c\n5,1,a\n6,3,b\n", roles(features("0", "1")));
      assertArrayEquals(new double[][] {{5, 6}, {1, 3}}, columns(asked));
      assertFalse(asked.schema().named());
      Table label = folder.read(",x,c\na,1,5\nb,3,6\n", roles(Roles.LABEL_LAST.withLabel("0")));
      assertEquals(List.of("a", "b"), DataFolder.labels(label));
      assertEquals(List.of("x", "c"), label.schema().featureNames());
    }

    @Test
    void orSaysThatNoFeatureIsLeft() {
      assertEquals(
          "data has 1 column; expected a label and at least one feature", folder.refusal("1\n2\n"));
    }
  }

  @Nested
  class LikeAFittedFile {

    private final String fitted = "x,y,class\n1,2,a\n3,4,b\n";

    @Test
    void matchesFeaturesByName() {
      Schema schema = folder.read(fitted).schema();
      Table table = folder.readLike(schema, "id,y,x\n7,20,10\n8,40,30\n", LabelUse.IGNORED);
      assertArrayEquals(new double[][] {{10, 30}, {20, 40}}, columns(table));
      assertEquals(List.of(), DataFolder.labels(table));
      table = folder.readLike(schema, "class,y,x\nb,20,10\n", LabelUse.REQUIRED);
      assertArrayEquals(new double[][] {{10}, {20}}, columns(table));
      assertEquals(List.of("b"), DataFolder.labels(table));
    }

    @Test
    void anIndexIsNoPlaceOfAFeature() {
      Schema named = folder.read(fitted).schema();
      for (String content : List.of(",y,x\n7,20,10\n8,40,30\n", "y x\n7 20 10\n8 40 30\n")) {
        Table table = folder.readLike(named, content, LabelUse.IGNORED);
        assertArrayEquals(new double[][] {{10, 30}, {20, 40}}, columns(table), content);
      }
      Schema numbered = folder.read("1,2,a\n3,4,b\n").schema();
      for (String content : List.of(",x,y\n7,10,20\n8,30,40\n", "x y\n7 10 20\n8 30 40\n")) {
        assertEquals(
            "data, column index 0 names or counts the rows, and the model matches columns by"
                + " position; remove it, or add a header that names all columns of the model",
            folder.refusalLike(numbered, content, LabelUse.IGNORED));
      }
      // Features that go without names behind an index are found behind one.
      Schema years = folder.read(",2019,2020,c\n7,1,2,a\n8,3,4,b\n9,3,4,b\n").schema();
      Table table =
          folder.readLike(years, ",2019,2020,c\n7,1,2,a\n8,3,4,b\n9,3,4,b\n", LabelUse.IGNORED);
      assertArrayEquals(new double[][] {{1, 3, 3}, {2, 4, 4}}, columns(table));
    }

    @Test
    void refusesANameThatItNeedsAndThatStandsTwice() {
      Schema schema = folder.read(fitted).schema();
      for (String content :
          List.of("x,x,y\n9,1,2\n", "x, x ,y\n9,1,2\n", "x,\" x\",y\n9,1,2\n", "y,x,x\n2,1,9\n")) {
        assertEquals(
            "data has more than one column named 'x'; expected a distinct name for each feature",
            folder.refusalLike(schema, content, LabelUse.IGNORED),
            content);
        assertEquals(
            "data has more than one column named 'x'; expected a distinct name for each feature",
            folder.refusal(content.replace("\n", ",k\n").replaceFirst("k", "label")));
      }
      Table table = folder.readLike(schema, "z,x,y,z\n9,1,2,8\n", LabelUse.IGNORED);
      assertArrayEquals(new double[][] {{1}, {2}}, columns(table));
      assertEquals(
          List.of("y"),
          folder
              .read("x,x,y,c\n9,1,2,a\n", roles(FindsTheColumns.dropped("0-1")))
              .schema()
              .featureNames());
    }

    @Test
    void refusesALabelThatItNeedsAndWhoseNameStandsTwice() {
      Schema schema = folder.read(fitted).schema();
      String content = "x,y,class,class\n10,20,a,b\n";
      assertEquals(
          "data has more than one column named 'class'; use its 0-based index",
          folder.refusalLike(schema, content, LabelUse.REQUIRED));
      assertEquals(1, folder.readLike(schema, content, LabelUse.IGNORED).rowCount());
    }

    @Test
    void rowsOfOneMoreCellThanTheOnlyNameHaveNames() {
      Schema schema = folder.read(fitted).schema();
      for (String content : List.of("x\n1,10\n2,30\n", "\"x\"\n\"a\" 10\n\"b\" 30\n")) {
        assertEquals(
            "data has no column 'y'; expected all 2 features of the model",
            folder.refusalLike(schema, content, LabelUse.IGNORED));
      }
    }

    @Test
    void matchesThemByPositionWithoutNames() {
      Schema named = folder.read(fitted).schema();
      Schema numbered = folder.read("1,2,a\n3,4,b\n").schema();
      double[][] expected = {{10, 30}, {20, 40}};
      for (String content : List.of("10,20\n30,40\n", "10,20,a\n30,40,b\n")) {
        assertArrayEquals(expected, columns(folder.readLike(named, content, LabelUse.IGNORED)));
        assertArrayEquals(expected, columns(folder.readLike(numbered, content, LabelUse.IGNORED)));
      }
      assertArrayEquals(
          expected, columns(folder.readLike(numbered, "y,x\n10,20\n30,40\n", LabelUse.IGNORED)));
    }

    @Test
    void knowsTheLabelAndTheWeightByPosition() {
      Schema schema =
          folder
              .read("1,a,9,2\n1,b,9,4\n", roles(Roles.LABEL_LAST.withWeight("0").withLabel("1")))
              .schema();
      double[][] expected = {{5}, {6}};
      for (String content : List.of("1,a,5,6\n", "5,6\n")) {
        Table table = folder.readLike(schema, content, LabelUse.IGNORED);
        assertArrayEquals(expected, columns(table), content);
        assertFalse(table.labels().areWeighted());
      }
      for (String content : List.of("1,b,5,6\n", "b,5,6\n")) {
        Table table = folder.readLike(schema, content, LabelUse.REQUIRED);
        assertArrayEquals(expected, columns(table), content);
        assertEquals(List.of("b"), DataFolder.labels(table), content);
      }
    }

    @Test
    void refusesToGuessWhetherTheLabelOrTheWeightIsAbsent() {
      Schema schema =
          folder.read("1,9,2,a\n1,8,4,b\n", roles(Roles.LABEL_LAST.withWeight("0"))).schema();
      for (String content : List.of("1,5,6\n", "5,6,a\n")) {
        assertEquals(
            "data has 3 columns, one fewer than the training file, and it is unclear whether the"
                + " label or the weight is absent; use --label, or a file of 4 columns with both or"
                + " 2 with neither",
            folder.refusalLike(schema, content, LabelUse.IGNORED));
      }
      Table told =
          WholeFile.readLike(
              schema,
              folder.write("data", "5,6,a\n"),
              roles(Roles.LABEL_LAST.withLabel("2")),
              LabelUse.IGNORED);
      assertArrayEquals(new double[][] {{5}, {6}}, columns(told));
    }

    @Test
    void refusesRolesOfTheFeaturesOfTheModel() {
      Schema schema = folder.read("p,q,y\n1,2,a\n3,4,b\n").schema();
      Path data = folder.write("data", "p,q,y\n5,6,a\n");
      Function<Roles, String> refusal =
          asked ->
              folder.refusal(
                  () -> WholeFile.readLike(schema, data, roles(asked), LabelUse.IGNORED));
      assertEquals(
          "column index 0 of data cannot be both the label and a feature of the model",
          refusal.apply(Roles.LABEL_LAST.withLabel("p")));
      assertEquals(
          "--text p does not apply to a model of columns, which it finds by their names or"
              + " positions",
          refusal.apply(Roles.LABEL_LAST.withText("p")));
    }

    @Test
    void knowsTheColumnsThatWereLeftOutByPosition() {
      Roles asked =
          Roles.LABEL_LAST
              .withWeight("1")
              .withLabel("3")
              .withChoice(new ColumnChoice(List.of(), List.of("0,4")));
      Schema schema = folder.read("7,1,10,a,7,20\n8,1,30,b,8,40\n", roles(asked)).schema();
      assertEquals("column index 2", schema.describe(0));
      assertEquals("column index 5", schema.describe(1));
      double[][] expected = {{5}, {6}};
      for (String content : List.of("0,1,5,b,0,6\n", "0,5,0,6\n")) {
        assertArrayEquals(
            expected, columns(folder.readLike(schema, content, LabelUse.IGNORED)), content);
      }
      assertTrue(
          folder
              .refusalLike(schema, "0,5,b,0,6\n", LabelUse.IGNORED)
              .startsWith("data has 5 columns, one fewer than the training file"));
      assertEquals(
          List.of("b"),
          DataFolder.labels(folder.readLike(schema, "0,5,b,0,6\n", LabelUse.REQUIRED)));
      assertEquals(
          "data has 2 columns; expected 5, as in the training file with its left-out columns, or"
              + " 4 without the label",
          folder.refusalLike(schema, "5,6\n", LabelUse.IGNORED));
    }

    @Test
    void saysThatPlacesAreThoseOfAFileWithoutItsLabel() {
      Schema schema = folder.read(",x,y,c\n7,1,2,0\n8,3,4,1\n").schema();
      Path file = folder.write("data", "1,2,0\n3,4,1\n");
      try (DataReader reader =
          DataReader.openLike(
              schema, 2, file, ReadOptions.DEFAULT, LabelUse.IGNORED, ReadProgress.NONE)) {
        assertEquals(
            List.of(
                file
                    + ": matching columns by position to those of the training file without the"
                    + " label, where index 0 was left out"),
            reader.remarks());
      }
    }

    @Test
    void doesNotReadLabelsThatItIgnores() {
      Schema schema = folder.read(fitted).schema();
      assertEquals(2, folder.readLike(schema, "1,2,\n3,4,?\n", LabelUse.IGNORED).rowCount());
    }

    @Test
    void knowsItsNamesOverTextToo() {
      ReadOptions options = ReadOptions.DEFAULT.withCategorical(true);
      Schema schema =
          folder
              .read(
                  "odor,kind\nfoul,p\n",
                  roles(Roles.LABEL_LAST.withLabel("kind")).withCategorical(true))
              .schema();
      Table table =
          WholeFile.readLike(
              schema, folder.write("data", "odor\nnone\n"), options, LabelUse.IGNORED);
      assertEquals(1, table.rowCount());
    }

    @Test
    void refusesAnotherNumberOfColumns() {
      Schema schema = folder.read(fitted).schema();
      assertEquals(
          "data has 4 columns; the model has 2 features: expected 2 columns, or 3 with the label",
          folder.refusalLike(schema, "1,2,3,4\n", LabelUse.IGNORED));
      assertEquals(
          "data has 1 column; the model has 2 features: expected 2 columns, or 3 with the label",
          folder.refusalLike(schema, "1\n", LabelUse.IGNORED));
      assertEquals(
          "data has no column 'y'; expected all 2 features of the model",
          folder.refusalLike(schema, "x,z\n1,2\n", LabelUse.IGNORED));
      assertEquals(
          "data has no label column", folder.refusalLike(schema, "1,2\n", LabelUse.REQUIRED));
      assertEquals(
          "data has sparse lines; expected a table with the columns of the training file",
          folder.refusalLike(schema, "a 0:1 1:2\n", LabelUse.REQUIRED));
      assertEquals(
          "data is a table; expected sparse lines (label index:value …), as in the training file",
          folder.refusalLike(Schema.SPARSE, "1,2,a\n", LabelUse.REQUIRED));
    }

    @Test
    void readsMessagesWithAndWithoutLabel() {
      ReadOptions text = roles(Roles.LABEL_LAST.withText("1"));
      Schema schema = folder.read("ham\thi, you\nspam\twin\n", text).schema();
      Table table = folder.readLike(schema, "spam\tgo, go\n", LabelUse.REQUIRED);
      assertEquals(List.of("go, go"), ((MessageFeatures) table.features()).messages());
      assertEquals(List.of("spam"), DataFolder.labels(table));
    }
  }
}
