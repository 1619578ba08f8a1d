//! What is the same throughout a replay.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// Something that never changes during a replay: shared, and compared by identity. It adds nothing to a hash;
/// what holds it is told apart by the rest of it.
#[derive(Debug)]
pub struct Shared<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T: ?Sized> Eq for Shared<T> {}

impl<T: ?Sized> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T: ?Sized> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
