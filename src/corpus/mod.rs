//! The rulings: entries, documents, card facts; loaded, validated, cited.
