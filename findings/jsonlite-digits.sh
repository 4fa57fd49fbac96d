#!/usr/bin/env bash
# One would guess that jsonlite, told to write numbers with the maximum of precision (digits = NA) or with 17 significant digits
# (digits = I(17)), writes a double so that reading gives the same double again. It writes 15 significant digits in both cases, so that
# 0.1 + 0.2 becomes 0.3, and its own reader gives another number.
#
# Versions: r-cran-jsonlite 1.8.4 of Debian 12 with R 4.2.2, both as installed.
# Why it matters: a sum that was calculated in R arrives rounded, and a comparison of what was sent with what came back fails.
set -euo pipefail

if ! version=$(Rscript -e 'cat(as.character(packageVersion("jsonlite")))' 2>&1); then
    echo "R with jsonlite is needed: apt-get install r-cran-jsonlite" >&2
    exit 2
fi
echo "jsonlite $version"
seen=$(timeout 60 Rscript -e '
    library(jsonlite)
    sum <- 0.1 + 0.2
    for (digits in list(NA, I(17))) {
        text <- toJSON(sum, digits = digits)
        cat(text, fromJSON(text) == sum, "\n")
    }
    cat(sprintf("[%.17g]", sum), fromJSON(sprintf("[%.17g]", sum)) == sum, "\n")')
echo "$seen"
[[ $seen == '[0.3] FALSE '$'\n''[0.3] FALSE '$'\n''[0.30000000000000004] TRUE '* ]]
