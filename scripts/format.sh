#!/bin/sh
# Formats every C and C++ file that tests/layering.sh checks.
set -eu
cd "$(dirname "$0")/.."
find src runtime include tests/unit \( -name '*.c' -o -name '*.h' -o -name '*.hpp' -o -name '*.cpp' \) \
  -exec clang-format-22 -i {} +
