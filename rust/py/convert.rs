//! Values from Python and back, each refusal saying what was given and what would be valid.

use meeple::core::{Datum, DatumKind, Frame, PerSeat, Policy, Seat};
use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::Value as Json;

use crate::errors::bad_argument;

/// A value in a few words, for error messages.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string());
    let short = match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    };
    let kind = value.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    format!("{short} ({kind})")
}

/// An integer of any integer type, numpy's included, but no bool. Numbers that do not fit 128 bits saturate: they are out of every
/// range that is asked for here.
pub(crate) fn integer(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i128> {
    if value.is_exact_instance_of::<PyInt>() {
        return wide(value);
    }
    let index = if value.is_instance_of::<PyBool>() { None } else { value.call_method0("__index__").ok() };
    match index {
        Some(index) => wide(&index),
        None => Err(PyTypeError::new_err(format!("{what} is an integer, not {}", shown(value)))),
    }
}

fn wide(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.into());
    }
    match value.extract::<i128>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Ok(if value.lt(0)? { i128::MIN } else { i128::MAX })
        }
        result => result,
    }
}

/// An integer in `min..=max`.
pub(crate) fn ranged(value: &Bound<'_, PyAny>, what: &str, min: i64, max: i64) -> PyResult<i64> {
    let number = integer(value, what)?;
    i64::try_from(number)
        .ok()
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| bad_argument(format!("{what} is {}; it must be from {min} to {max}", shown(value))))
}

/// A seat of a game with so many.
pub(crate) fn seat(value: &Bound<'_, PyAny>, seats: u8) -> PyResult<Seat> {
    ranged(value, "seat", 0, i64::from(seats) - 1).map(|seat| seat as Seat)
}

/// A seat, or `None` for everything.
pub(crate) fn observer(value: Option<&Bound<'_, PyAny>>, seats: u8) -> PyResult<Option<Seat>> {
    value.map(|value| seat(value, seats)).transpose()
}

/// A seed, or one from the operating system.
pub(crate) fn seed(value: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    match value {
        Some(value) => ranged(value, "seed", 0, i64::MAX).map(|seed| seed as u64),
        None => getrandom::u64()
            .map(|seed| seed >> 1)
            .map_err(|error| bad_argument(format!("the system gave no entropy ({error}); pass a seed"))),
    }
}

/// A whole path of stream numbers.
pub(crate) fn path(values: &Bound<'_, PyTuple>) -> PyResult<Vec<u64>> {
    values.iter().map(|value| ranged(&value, "a stream number", 0, i64::MAX).map(|number| number as u64)).collect()
}

fn word<T: Copy>(value: &str, what: &str, words: &[(&'static str, T)]) -> PyResult<T> {
    let found = words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning);
    found.ok_or_else(|| {
        let valid: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        bad_argument(format!("{what} is {value:?}; it must be one of {}", valid.join(", ")))
    })
}

/// A frame by its word.
pub(crate) fn frame(value: &str) -> PyResult<Frame> {
    word(value, "frame", &Frame::WORDS)
}

/// A policy by its word.
pub(crate) fn policy(value: &str) -> PyResult<Policy> {
    word(value, "policy", &Policy::WORDS)
}

/// An array of `length` numbers filled by `write`: the caller's, if it gave one that fits, else a new one.
pub(crate) fn filled<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    dtype: &str,
    length: usize,
    write: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = match out {
        None => PyArray1::<T>::zeros(py, length, false),
        Some(out) => out.cast::<PyArray1<T>>().cloned().map_err(|_| wrong_array(out, dtype, length))?,
    };
    if array.len() != length {
        return Err(bad_argument(format!("out has shape ({},); it must be ({length},) of {dtype}", array.len())));
    }
    let mut view: PyReadwriteArray1<'py, T> = array.try_readwrite().map_err(|error| {
        bad_argument(format!("out cannot be written ({error}); pass a writeable array that is not in use"))
    })?;
    let slice = view.as_slice_mut().map_err(|_| {
        bad_argument(format!("out is not contiguous; pass a C-contiguous array ({length},) of {dtype}"))
    })?;
    write(slice);
    drop(view);
    Ok(array)
}

#[cold]
fn wrong_array(out: &Bound<'_, PyAny>, dtype: &str, length: usize) -> PyErr {
    let given = |name: &str| out.getattr(name).map_or_else(|_| "?".to_owned(), |value| value.to_string());
    if out.cast::<numpy::PyUntypedArray>().is_err() {
        return PyTypeError::new_err(format!("out is a numpy array ({length},) of {dtype}, not {}", shown(out)));
    }
    let message =
        format!("out has shape {} and dtype {}; it must be ({length},) of {dtype}", given("shape"), given("dtype"));
    if given("dtype") == dtype { bad_argument(message) } else { PyTypeError::new_err(message) }
}

/// What `__reduce__` answers: a function, and the arguments that make the value again.
pub(crate) type Reduced<'py, A> = PyResult<(Bound<'py, PyAny>, A)>;

/// One value a seat, as a tuple.
pub(crate) fn per_seat<'py, T>(py: Python<'py>, values: &PerSeat<T>) -> PyResult<Bound<'py, PyTuple>>
where
    T: Copy + IntoPyObject<'py>,
{
    PyTuple::new(py, values.iter().copied())
}

/// JSON as Python objects.
pub(crate) fn json_to_py<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Json::Null => py.None().into_bound(py),
        Json::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => whole.into_pyobject(py)?.into_any(),
            None => number.as_f64().unwrap_or(f64::NAN).into_pyobject(py)?.into_any(),
        },
        Json::String(text) => PyString::new(py, text).into_any(),
        Json::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(json_to_py(py, item)?)?;
            }
            list.into_any()
        }
        Json::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, json_to_py(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// Nesting beyond which plain data is refused rather than walked.
const DEEPEST: usize = 16;

/// Plain Python data for the engine: None, bool, int, float, str, lists and dicts with text keys.
pub(crate) fn datum(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Datum> {
    datum_at(value, what, DEEPEST)
}

fn datum_at(value: &Bound<'_, PyAny>, what: &str, levels: usize) -> PyResult<Datum> {
    let unusable = || PyTypeError::new_err(format!("{what} holds {}, which is no plain value", shown(value)));
    if levels == 0 {
        return Err(unusable());
    }
    let kind = if value.is_none() {
        DatumKind::Null
    } else if value.is_instance_of::<PyBool>() {
        DatumKind::Flag(value.is_truthy()?)
    } else if let Ok(text) = value.cast::<PyString>() {
        DatumKind::Text(text.to_str()?.to_owned())
    } else if value.is_instance_of::<PyFloat>() {
        DatumKind::Float(value.extract()?)
    } else if let Ok(entries) = value.cast::<PyDict>() {
        let read = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let key = key.cast::<PyString>().map_err(|_| unusable())?.to_str()?.to_owned();
            Ok((key, datum_at(&value, what, levels - 1)?))
        };
        DatumKind::Table(entries.iter().map(read).collect::<PyResult<_>>()?)
    } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        DatumKind::List(value.try_iter()?.map(|item| datum_at(&item?, what, levels - 1)).collect::<PyResult<_>>()?)
    } else {
        let number = integer(value, what).map_err(|_| unusable())?;
        DatumKind::Int(
            i64::try_from(number)
                .map_err(|_| bad_argument(format!("{what} holds {}, which is out of range", shown(value))))?,
        )
    };
    Ok(kind.into())
}

/// Something of the Python side of meeple, imported once.
pub(crate) struct PythonSide {
    module: &'static str,
    /// A name in the module, with a dot for a member of a class.
    name: &'static str,
    cell: PyOnceLock<Py<PyAny>>,
}

impl PythonSide {
    pub(crate) const fn new(module: &'static str, name: &'static str) -> Self {
        PythonSide { module, name, cell: PyOnceLock::new() }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyAny>> {
        let import = || {
            let module = py.import(self.module)?.into_any();
            self.name.split('.').try_fold(module, |object, name| object.getattr(name)).map(Bound::unbind)
        };
        self.cell.get_or_try_init(py, import).map(|object| object.bind(py))
    }
}
