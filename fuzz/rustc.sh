#!/bin/sh
# Cargo calls the compiler through this. Only judge and what it reads files with are compiled with coverage as libFuzzer
# reads it: the fuzzers look for new ways through these, and the index's own ways would only make them slow.
case " $* " in
*" --crate-name judge "* | *" --crate-name serde_saphyr "* | *" --crate-name granit_parser "* | \
    *" --crate-name roxmltree "* | *" --crate-name pulldown_cmark "* | *" --crate-name serde_json "*)
    set -- "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
        -Cllvm-args=-sanitizer-coverage-trace-compares
    ;;
esac
exec "$@"
