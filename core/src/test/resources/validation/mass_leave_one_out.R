# Posteriors of leave-one-out by lda and qda of R's MASS, which keep the priors: writes mass_leave_one_out.csv.
# R 4.2.2, MASS 7.3.58.2: Rscript mass_leave_one_out.R ../../../../../examples/data > mass_leave_one_out.csv
suppressMessages(library(MASS))
args <- commandArgs(trailingOnly = TRUE)
out <- NULL
for (set in c("iris", "wine")) {
  d <- read.csv(file.path(args[1], paste0(set, ".csv")), header = FALSE, skip = 1)
  x <- as.matrix(d[, -ncol(d)]); y <- factor(d[, ncol(d)])
  for (model in c("lda", "qda")) for (method in c("moment", "mle")) {
    f <- if (model == "lda") lda else qda
    p <- f(x, y, CV = TRUE, method = method)$posterior
    keep <- seq(1, nrow(x), by = 3)
    out <- rbind(out, data.frame(set, model, method, row = keep - 1, format(p[keep, ], digits = 17)))
  }
}
write.table(out, sep = ",", quote = FALSE, row.names = FALSE, col.names = FALSE)
