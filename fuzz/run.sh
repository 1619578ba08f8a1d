#!/bin/sh
# Builds and runs one fuzzer on stable Rust: fuzz/run.sh TARGET [RUNS] [libFuzzer's own options…]
# What it finds on the way stays in fuzz/grown/TARGET, what breaks it in fuzz/found/.
set -eu
cd "$(dirname "$0")"
target=$1
runs=${2:-1000000}
shift "$(($# < 2 ? $# : 2))"
RUSTC_WRAPPER="$PWD/rustc.sh" cargo build --locked --release --bin "$target"
mkdir -p "grown/$target" found
# No sanitizer: the code forbids `unsafe`, and so the memory measured is the memory used.
exec "${CARGO_TARGET_DIR:-target}/release/$target" "grown/$target" "corpus/$target" \
    -dict="dictionaries/$target.txt" -artifact_prefix="found/$target-" -runs="$runs" \
    -max_len=2048 -timeout=10 -rss_limit_mb=256 -print_final_stats=1 "$@"
