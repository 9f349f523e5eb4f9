#!/bin/sh
# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

# Makes the virtual environment of the Python peers, once for each version of requirements.txt, and
# prints the path of its interpreter. Usage: environment.sh [FOLDER]; the folder is
# Benchmarks/.build/python-peers by default. PYTHON names the interpreter it is made with.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-"$here/../.build/python-peers"}
wanted=$(cat "$here/requirements.txt")

if [ ! -f "$folder/installed.txt" ] || [ "$(cat "$folder/installed.txt")" != "$wanted" ]; then
  rm -rf "$folder"
  "${PYTHON:-python3}" -m venv "$folder" >&2
  "$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps \
    --requirement "$here/requirements.txt" >&2
  cp "$here/requirements.txt" "$folder/installed.txt"
fi

echo "$(cd "$folder" && pwd)/bin/python"
