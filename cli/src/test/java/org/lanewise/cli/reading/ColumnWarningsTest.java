package org.lanewise.cli.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.cli.table.ColumnChoice;
import org.lanewise.cli.table.Roles;

class ColumnWarningsTest {

  private static final String PLACES =
      "data: matching features by position, because column index %s has no name of its own; files"
          + " to predict need the same column order";

  @TempDir Path temporary;
  private DataFolder folder;

  @BeforeEach
  void makeFolder() {
    folder = new DataFolder(temporary);
  }

  private List<String> said(String header, IntFunction<String> row, ColumnChoice choice) {
    String rows = IntStream.range(0, 20).mapToObj(row).collect(Collectors.joining("\n"));
    Path file = folder.write("data", header + rows + "\n");
    Roles roles = new Roles(Optional.empty(), Optional.empty(), Optional.empty(), choice);
    ReadOptions options = ReadOptions.DEFAULT.withRoles(roles);
    try (DataReader reader = DataReader.open(file, options, ReadProgress.NONE)) {
      return reader.remarks().stream()
          .map(remark -> remark.replace(file.toString(), "data"))
          .toList();
    }
  }

  private static String measured(int row) {
    return "%s,%s,%d".formatted(row * 0.37 % 1, row * 0.61 % 1, row % 2);
  }

  private static String counted(int row) {
    return row + "," + measured(row);
  }

  @Test
  void aFeatureThatIsCalledLikeTheLabelIsSaid() {
    for (String name : List.of("class", "Target", "species")) {
      assertEquals(
          List.of(
              "data: column '%s' is used as a feature, and the last column, 'year', is the label; use --label %s if it is the label"
                  .formatted(name, name)),
          said(name + ",age,year\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    }
    assertEquals(
        List.of(), said("class,age,label\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
  }

  @Test
  void featuresThatGoWithoutNamesUnderAHeaderAreSaid() {
    assertEquals(
        List.of(PLACES.formatted("1")),
        said("age,,y\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(
        List.of(
            "data: assuming the first line is a header, although '5' is a number; use --no-header"
                + " if it is a row",
            PLACES.formatted("0")),
        said("5,5,y\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(
        List.of(
            "data: assuming the first line is a header, although '2019' is a number; use"
                + " --no-header if it is a row"),
        said("age,2019,y\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(List.of(), said("2018,2019,y\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(List.of(), said("age,x,y\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(
        List.of(),
        said("age,,y\n", ColumnWarningsTest::measured, new ColumnChoice(List.of(), List.of("1"))));
  }

  @Test
  void placesAndTheNumbersOfRowsAndColumnsAreNoNamesThatAreMissed() {
    assertEquals(List.of(), said("", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(List.of(), said("0,1,y\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(List.of(), said("1,2,y\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
    assertEquals(List.of(), said("20,2,yes\n", ColumnWarningsTest::measured, ColumnChoice.ALL));
  }

  @Test
  void aFeatureThatCountsTheRowsIsSaid() {
    assertEquals(
        List.of(
            "data: column 'id' counts the rows and is used as a feature; use --drop id to leave"
                + " it out"),
        said("id,a,b,y\n", ColumnWarningsTest::counted, ColumnChoice.ALL));
    assertEquals(
        List.of(
            "data: leaving out column index 0 (unnamed), which looks like a row index; to use it,"
                + " name it in --features"),
        said(",a,b,y\n", ColumnWarningsTest::counted, ColumnChoice.ALL));
    assertEquals(
        List.of(
            "data: leaving out column 'Unnamed: 0', which looks like a row index; to use it, name"
                + " it in --features"),
        said("Unnamed: 0,a,b,y\n", ColumnWarningsTest::counted, ColumnChoice.ALL));
    assertEquals(
        List.of(),
        said(",a,b,y\n", ColumnWarningsTest::counted, new ColumnChoice(List.of(), List.of("0"))));
    assertEquals(
        List.of(),
        said(",a,b,y\n", ColumnWarningsTest::counted, new ColumnChoice(List.of("0-2"), List.of())));
    assertEquals(
        List.of(
            "data: column index 0 counts the rows and is used as a feature; use --drop 0 to leave"
                + " it out"),
        said("", ColumnWarningsTest::counted, ColumnChoice.ALL));
  }

  @Test
  void ofColumnsThatWereChosenNothingIsSaid() {
    assertEquals(
        List.of(),
        said(
            "id,a,b,y\n",
            ColumnWarningsTest::counted,
            new ColumnChoice(List.of("id", "a"), List.of())));
    assertEquals(
        List.of(),
        said(
            "id,a,b,y\n", ColumnWarningsTest::counted, new ColumnChoice(List.of(), List.of("id"))));
  }
}
