//! Names the built-in rulings by their content, so that an index of them is never taken for another's, and has the
//! program linked to start fast.

#![allow(clippy::print_stdout)] // how a build script speaks to cargo

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=rulings");
    let mut paths = Vec::new();
    collect(Path::new("rulings"), &mut paths);
    paths.sort();
    let mut hasher = blake3::Hasher::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file of rulings/ is readable");
        hasher.update(path.to_string_lossy().as_bytes());
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(&bytes);
    }
    println!("cargo:rustc-env=JUDGE_RULINGS_KEY={}", &hasher.finalize().to_hex()[..32]);
    // A program that may be loaded anywhere has its 27,000 pointers set right at every start, a quarter of a search's
    // time. Where it is loaded protects programs with memory errors; this one forbids `unsafe` and reads local files.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("rulings/ is readable");
    for path in entries.map(|e| e.expect("rulings/ is readable").path()) {
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}
