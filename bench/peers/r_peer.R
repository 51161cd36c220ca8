#!/usr/bin/env Rscript
#
# Times R's MASS (lda, qda) and e1071 (naiveBayes) on the data sets that bench/run writes, on one
# thread.
#
# usage: r_peer.R FOLDER SECONDS JOB ...
#
# FOLDER, SECONDS and JOB, and what is printed, are as in sklearn_peer.py; but of a call that takes
# longer than SECONDS one is enough, and as R only interprets, the first one counts too.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
seconds <- as.numeric(arguments[2])
jobs <- arguments[-(1:2)]

integers <- function(name) {
  path <- file.path(folder, name)
  readBin(path, "integer", n = file.size(path) / 4, size = 4, endian = "little")
}

meta <- readLines(file.path(folder, "meta.json"))
kind <- sub('.*"kind": "([a-z]*)".*', "\\1", meta[1])
features <- as.integer(sub('.*"features": ([0-9]*).*', "\\1", meta[1]))
if (kind != "normal") {
  stop("R is not asked for rows that are ", kind)
}
labels <- factor(integers("labels.bin"))
path <- file.path(folder, "rows.bin")
rows <- matrix(
  readBin(path, "double", n = file.size(path) / 8, size = 8, endian = "little"),
  ncol = features, byrow = TRUE
)
colnames(rows) <- paste0("x", seq_len(features))

version <- function(package) {
  sprintf("%s %s", package, as.character(packageVersion(package)))
}

models <- list(
  "lda" = list(
    version = version("MASS"),
    fit = function() MASS::lda(rows, labels),
    predict = function(model) predict(model, rows)$class
  ),
  "qda" = list(
    version = version("MASS"),
    fit = function() MASS::qda(rows, labels),
    predict = function(model) predict(model, rows)$class
  ),
  "gaussian-nb" = list(
    version = version("e1071"),
    fit = function() e1071::naiveBayes(rows, labels),
    predict = function(model) predict(model, rows)
  )
)

# The times of calls in nanoseconds, and what the last one gave.
timed <- function(call) {
  nanos <- c()
  repeat {
    took <- system.time(value <- call(), gcFirst = FALSE)[["elapsed"]]
    nanos <- c(nanos, took * 1e9)
    if (sum(nanos) >= seconds * 1e9) {
      return(list(nanos = nanos, value = value))
    }
  }
}

fitted <- list()
predicted <- list()
for (job in jobs) {
  task <- sub("-.*", "", job)
  name <- sub("^[a-z]*-", "", job)
  model <- models[[name]]
  if (is.null(fitted[[name]])) {
    fitted[[name]] <- timed(model$fit)
    predicted[[name]] <- timed(function() model$predict(fitted[[name]]$value))
  }
  ours <- integers(sprintf("ours-%s.bin", name))
  theirs <- as.integer(as.character(predicted[[name]]$value))
  nanos <- if (task == "fit") fitted[[name]]$nanos else predicted[[name]]$nanos
  cat(sprintf(
    '{"job": "%s", "form": "", "version": "%s", "nanos": [%s], "differ": %d, "labels": %d}\n',
    job, model$version, paste(sprintf("%.0f", nanos), collapse = ", "),
    sum(theirs != ours), length(ours)
  ))
}
