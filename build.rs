//! Names the built-in rulings and the program by their content, so that what is kept of one is never taken for another's,
//! and has the program linked to start fast.

#![allow(clippy::print_stdout)] // how a build script speaks to cargo

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rustc-env=JUDGE_RULINGS_KEY={}", &hash("rulings")[..32]);
    println!("cargo:rustc-env=JUDGE_PROGRAM_KEY={}", &hash("src")[..16]);
    // A program that may be loaded anywhere has its 27,000 pointers set right at every start, a quarter of a search's
    // time. Where it is loaded protects programs with memory errors; this one forbids `unsafe` and reads local files.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

/// A hash over the paths and contents of everything below a folder.
fn hash(folder: &str) -> String {
    println!("cargo:rerun-if-changed={folder}");
    let mut paths = Vec::new();
    collect(Path::new(folder), &mut paths);
    paths.sort();
    let mut hasher = blake3::Hasher::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file of the folder is readable");
        hasher.update(path.to_string_lossy().as_bytes());
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(&bytes);
    }
    hasher.finalize().to_hex().to_string()
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder is readable");
    for path in entries.map(|e| e.expect("the folder is readable").path()) {
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}
