//! Packs the built-in rulings, and computes hashes of them and of the program, so that nothing cached for one
//! is used for another. Also adjusts linking for a fast start.

#![allow(clippy::print_stdout)] // how a build script speaks to cargo

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rustc-env=JUDGE_RULINGS_KEY={}", &hash(&["rulings"])[..32]);
    println!("cargo:rustc-env=JUDGE_PROGRAM_KEY={}", &hash(&["src", "learn/src", "tree/src"])[..16]);
    pack_rulings();
    offline_search();
    // A program that may be loaded anywhere has its 27,000 pointers set right at every start, a quarter of a
    // search's time. Where it is loaded protects programs with memory errors; this one forbids `unsafe` and
    // reads local files. (A static program is told so by `release/build`: with this alone it would be begun
    // as one that may be loaded anywhere.)
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|said| said == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
        if is("PROFILE", "release") {
            link_statically();
        }
    }
}

/// The libraries that the linker is told to link besides ours, and the archives that hold the same.
const C_LIBRARIES: [(&str, &[&str]); 7] = [
    ("gcc_s", &["gcc_eh", "gcc"]),
    ("util", &["util"]),
    ("rt", &["rt"]),
    ("pthread", &["pthread"]),
    ("m", &["m"]),
    ("dl", &["dl"]),
    // The linkers that read archives once want what the C library needs of the compiler beside it.
    ("c", &["c", "gcc", "gcc_eh"]),
];

/// Links the C library into the program, where its archives are at hand: to find, map and set up three shared
/// libraries takes as long as half a search.
///
/// `-C target-feature=+crt-static` would do it, but without a target named, cargo compiles the macros with the
/// same flags, and they are shared libraries. So the linker is told what that flag tells it, and finds under
/// the name of each shared library a script that names the archives.
fn link_statically() {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|said| said == value);
    let native = std::env::var("HOST").is_ok_and(|host| is("TARGET", &host));
    let already = std::env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|set| set.contains("crt-static"));
    let linker = std::env::var("RUSTC_LINKER").unwrap_or_else(|_| "cc".to_owned());
    let archive = |name: &&str| {
        let file = format!("lib{name}.a");
        let asked =
            std::process::Command::new(&linker).arg(format!("-print-file-name={file}")).output().ok()?;
        let path = String::from_utf8(asked.stdout).ok()?.trim().to_owned();
        // What it does not find it calls by its name alone.
        Path::new(&path).is_absolute().then_some(path)
    };
    let script = |(name, archives): &(&str, &[&str])| {
        let archives: Option<Vec<String>> = archives.iter().map(archive).collect();
        Some((format!("static/lib{name}.so"), format!("GROUP ( \"{}\" )\n", archives?.join("\" \""))))
    };
    println!("cargo:rerun-if-env-changed=RUSTC_LINKER");
    let scripts: Option<Vec<_>> = C_LIBRARIES.iter().map(script).collect();
    let Some(scripts) = scripts.filter(|_| native && !already) else { return };
    for (file, script) in scripts {
        write(&file, script.as_bytes());
    }
    let folder = std::env::var("OUT_DIR").expect("cargo names a folder");
    println!("cargo:rustc-link-arg-bins=-static");
    println!("cargo:rustc-link-arg-bins=-L{folder}/static");
}

/// Writes every file of the rulings, each compressed by itself, one behind the other, and where each begins
/// and ends.
fn pack_rulings() {
    let mut paths = Vec::new();
    collect(Path::new("rulings"), &mut paths);
    paths.sort();
    let (mut packed, mut table) = (Vec::new(), String::new());
    let files = paths.len();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a file of the rulings is UTF-8 text");
        let from = packed.len();
        packed.extend(compressed(text.as_bytes()));
        let path = path.strip_prefix("rulings").expect("it lies there").to_string_lossy().replace('\\', "/");
        table += &format!("    BuiltIn::new({path:?}, {from}..{}, {}),\n", packed.len(), text.len());
    }
    write("rulings.bin", &packed);
    let table = format!(
        "/// What each of them is, in the order of their paths.\npub(super) static BUILT_IN: [BuiltIn; {files}] = [\n{table}];\n"
    );
    write("rulings.rs", table.as_bytes());
}

/// Tightly for a release; for whoever changes a file and tries it, fast.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let level = if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") { 9 } else { 1 };
    miniz_oxide::deflate::compress_to_vec(bytes, level)
}

fn write(name: &str, bytes: &[u8]) {
    let folder = std::env::var_os("OUT_DIR").expect("cargo names a folder");
    let path = Path::new(&folder).join(name);
    path.parent().map_or(Ok(()), std::fs::create_dir_all).expect("the folder can be made");
    std::fs::write(path, bytes).expect("the folder can be written");
}

/// Takes the search of `judge export html`'s page into the program, where it was compiled before
/// (`release/offline`).
fn offline_search() {
    const FILE: &str = "JUDGE_OFFLINE_SEARCH";
    println!("cargo:rustc-check-cfg=cfg(offline_search)");
    println!("cargo:rerun-if-env-changed={FILE}");
    let into_page = std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family.contains("wasm"));
    let Some(file) = std::env::var_os(FILE).filter(|file| !file.is_empty() && !into_page) else { return };
    let file =
        std::fs::canonicalize(&file).unwrap_or_else(|why| panic!("{FILE} is {}: {why}", file.display()));
    println!("cargo:rerun-if-changed={}", file.display());
    let bytes = std::fs::read(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
    write("offline_search.bin", &compressed(&bytes));
    println!("cargo:rustc-env=JUDGE_OFFLINE_SEARCH_BYTES={}", bytes.len());
    println!("cargo:rustc-cfg=offline_search");
}

/// A hash over the paths and contents of everything below these folders.
fn hash(folders: &[&str]) -> String {
    let mut paths = Vec::new();
    for folder in folders {
        println!("cargo:rerun-if-changed={folder}");
        collect(Path::new(folder), &mut paths);
    }
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
