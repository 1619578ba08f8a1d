//! Names the built-in rulings and the program by their content, so that what is kept of one is never taken for another's,
//! and has the program linked to start fast.

#![allow(clippy::print_stdout)] // how a build script speaks to cargo

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rustc-env=JUDGE_RULINGS_KEY={}", &hash("rulings")[..32]);
    println!("cargo:rustc-env=JUDGE_PROGRAM_KEY={}", &hash("src")[..16]);
    offline_search();
    // A program that may be loaded anywhere has its 27,000 pointers set right at every start, a quarter of a search's
    // time. Where it is loaded protects programs with memory errors; this one forbids `unsafe` and reads local files.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}

/// Takes the search of `judge export html`'s page into the program, where it was compiled before (`release/offline`).
fn offline_search() {
    const FILE: &str = "JUDGE_OFFLINE_SEARCH";
    println!("cargo:rustc-check-cfg=cfg(offline_search)");
    println!("cargo:rerun-if-env-changed={FILE}");
    let into_page = std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family.contains("wasm"));
    let Some(file) = std::env::var_os(FILE).filter(|file| !file.is_empty() && !into_page) else { return };
    let file =
        std::fs::canonicalize(&file).unwrap_or_else(|why| panic!("{FILE} is {}: {why}", file.display()));
    println!("cargo:rerun-if-changed={}", file.display());
    println!("cargo:rustc-env={FILE}={}", file.display());
    println!("cargo:rustc-cfg=offline_search");
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
