#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Lists the requirements of docs/spec that no test names, and the totals of each part.

A test names a requirement as `R-PSC-487`; `R-PSC-484…487` and `R-PSC-484, 487` name several.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATED = re.compile(r"^\s*(?:[-*|>]\s*)?(?:\*\*)?(R-(?:CTX|PSC|MOD|PRED|REQ)-\d+[a-z]?)\b", re.M)
NAMED = re.compile(r"R-(CTX|PSC|MOD|PRED|REQ)-(\d{3}[a-z]?(?:\s*(?:…|–|,)\s*\d{3}[a-z]?)*)")


def named_in(text):
    for area, numbers in NAMED.findall(text):
        last = None
        for separator, number in re.findall(r"(…|–|,|)\s*(\d{3}[a-z]?)", numbers):
            yield f"R-{area}-{number}"
            if separator in ("…", "–") and last and last.isdigit() and number.isdigit():
                width = len(number)
                for between in range(int(last) + 1, min(int(number), int(last) + 500)):
                    yield f"R-{area}-{between:0{width}d}"
            last = number


def main():
    named = set()
    for path in (ROOT / "Tests").rglob("*.swift"):
        named.update(named_in(path.read_text()))
    stated_anywhere = set()
    totals = []
    for part in sorted((ROOT / "docs" / "spec").glob("*.md")):
        stated = list(dict.fromkeys(STATED.findall(part.read_text())))
        stated_anywhere.update(stated)
        missing = [requirement for requirement in stated if requirement not in named]
        print(f"{part.name}: not named by any test")
        for start in range(0, len(missing), 8):
            print("  " + " ".join(missing[start:start + 8]))
        totals.append((part.name, len(stated) - len(missing), len(stated)))
    unknown = sorted(named - stated_anywhere)
    if unknown:
        print("named by tests, stated nowhere\n  " + " ".join(unknown))
    totals.append(("all", sum(t[1] for t in totals), sum(t[2] for t in totals)))
    print()
    for name, proved, count in totals:
        share = 100 * proved / count if count else 0
        print(f"{name:<18} {proved:>5} of {count:>5} named by a test ({share:.0f}%)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
