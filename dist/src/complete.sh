#!/bin/sh
#
# Completes the folder of a distribution that has its jar files: the launcher, what there is to read, and
# an archive of classes for each way to start the JVM. usage: complete.sh FOLDER TIME

set -e
cd -- "$1"
trap '[ $? = 0 ] || cat log >&2' EXIT
time=$2
sources=$(CDPATH= cd -P -- "${0%/*}" && pwd)
root=$sources/../..
data=$root/examples/data
mkdir -p bin
cp "$sources/lanewise" bin/lanewise
chmod 755 bin/lanewise
cp "$sources/README.md" "$root/LICENSE" .
# Archives know the times of the jar files; when unpacked, they have this one.
touch -d "$time" lib/*.jar

# The launcher itself makes its archives, which with one flag more or less would not fit.
sed 's/-XX:AOTCache=/-XX:AOTCacheOutput=/; s/cli\.Lanewise/cli.TrainingRun/' bin/lanewise >bin/train
rm -f lib/*.aot lib/*.jsa
awk 'BEGIN { srand(1); for (row = 0; row < 100000; row++) {
  label = row % 3
  for (i = 0; i < 20; i++) printf "%.6f,", rand() + rand() + (i % 3 == label)
  print "c" label } }' >rows.csv
set -- evaluate --classifier lda --data "$data/breast_cancer.csv" --split every:5 \
  + evaluate --classifier gaussian-nb --data "$data/iris.csv" --folds 3 \
  + evaluate --classifier categorical-nb --unseen ignore --data "$data/iris.csv" --split every:5 \
  + evaluate --classifier bernoulli-nb --data "$data/sms_spam.tsv" --label 0 --text 1 --split every:5 \
  + fit --classifier qda --data "$data/wine.csv" --out model \
  + predict --model model --data "$data/wine.csv" --posteriors --keep --out labels \
  + evaluate --model model --data "$data/wine.csv" \
  + inspect model + export model parameters + import parameters model + help fit \
  + fit --classifier lda --data rows.csv --out model + predict --model model --data rows.csv --out labels \
  + fit --classifier lda --data rows.csv --out model + predict --model model --data rows.csv --out labels
if [ -f lib/duckdb_jdbc.jar ]; then
  bin/lanewise fit --classifier lda --data rows.csv --out model >log 2>&1
  bin/lanewise predict --model model --keep --out rows.parquet --sql "from read_csv('rows.csv', sample_size = -1)" >>log 2>&1
  set -- "$@" + fit --classifier lda --data rows.parquet --drop column20 --out model
fi
sh bin/train "$@" >>log 2>&1
# With the vector module there are neither linked classes nor profiles, and a list of classes makes more of it.
JDK_JAVA_OPTIONS=-XX:DumpLoadedClassList=classes sh bin/train "$@" + evaluate --classifier lda \
  --data rows.csv --split every:5 --kernels vector >>log 2>&1
JDK_JAVA_OPTIONS='-Xshare:dump -XX:SharedClassListFile=classes' bin/lanewise vector >>log 2>&1
[ -f lib/scalar.aot ] && [ -f lib/vector.jsa ]
rm -f bin/train classes rows.* labels model parameters log lib/duckdb.library
