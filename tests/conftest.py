"""Settings of all tests.

With ``MEEPLE_NO_SKIPS=1`` in the environment a skipped test fails, so that CI cannot pass by leaving things out.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import TypeVar

import hypothesis
import pytest

_Report = TypeVar("_Report", pytest.TestReport, pytest.CollectReport)

# How long one example takes says more about the machine than about the code.
hypothesis.settings.register_profile("meeple", deadline=None, print_blob=True)
hypothesis.settings.load_profile("meeple")


def _refuse_skip(report: _Report) -> _Report:
    expected_to_fail = hasattr(report, "wasxfail")
    if report.skipped and not expected_to_fail and os.environ.get("MEEPLE_NO_SKIPS") == "1":
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"MEEPLE_NO_SKIPS is set, and this was skipped: {reason}"
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _refuse_skip((yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _refuse_skip((yield))
