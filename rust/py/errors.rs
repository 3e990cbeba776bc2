//! Engine errors as Python exceptions: one class a kind.

use meeple::core::{Error, ErrorKind};
use pyo3::PyErr;
use pyo3::import_exception;

import_exception!(meeple.errors, ComponentsError);
import_exception!(meeple.errors, IllegalActionError);
import_exception!(meeple.errors, OptionError);
import_exception!(meeple.errors, PositionError);
import_exception!(meeple.errors, RecordError);

/// The exception of an engine error, with its message, clause and reasons.
pub(crate) fn raise(error: Error) -> PyErr {
    let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
    let arguments = (error.message, error.clause, reasons);
    match error.kind {
        ErrorKind::IllegalAction => IllegalActionError::new_err(arguments),
        ErrorKind::Option => OptionError::new_err(arguments),
        ErrorKind::Position => PositionError::new_err(arguments),
        ErrorKind::Components => ComponentsError::new_err(arguments),
        ErrorKind::Record => RecordError::new_err(arguments),
    }
}

/// An argument that is out of range or of the wrong shape.
pub(crate) fn bad_argument(message: impl Into<String>) -> PyErr {
    raise(Error::new(ErrorKind::Option, message))
}
