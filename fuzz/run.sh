#!/bin/sh
# Builds and runs a fuzzer without cargo-fuzz, on stable Rust: fuzz/run.sh import -runs=1000000
set -eu
cd "$(dirname "$0")"
target=$1
shift
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares" \
    cargo build --release --target "$host" --bin "$target"
mkdir -p "work/$target" "corpus/$target"
folder=${CARGO_TARGET_DIR:-target}
exec "$folder/$host/release/$target" "work/$target" "corpus/$target" -rss_limit_mb=256 -timeout=10 "$@"
