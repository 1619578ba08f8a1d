//! Any bytes, in any form: no panic, and whatever comes of them is YAML that reads back.
#![no_main]

use judge::corpus::import::{self, Form, Known, Options};
use judge::corpus::{ruling::Entry, yaml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((first, bytes)) = data.split_first() else { return };
    let form = [None, Some(Form::Plain), Some(Form::Markdown), Some(Form::Html)][usize::from(first % 4)];
    let options = Options { form, ..Options::default() };
    let Ok(imported) = import::import(bytes, &options, &Known::default()) else { return };
    for (path, text) in import::review(&imported) {
        if path.contains("/rulings/") {
            let (read, found) = yaml::list::<Entry>(&path, &text);
            assert!(found.is_empty() && !read.is_empty(), "{found:?}\n{text}");
        }
    }
});
