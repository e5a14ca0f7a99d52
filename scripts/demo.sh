#!/bin/bash
# From a fresh checkout to a language model that trains on gradients made by adcc: installs what is
# missing, builds adcc, then builds a small GPT-2, checks its gradient against the hand-written one
# and against differences, and trains it. Arguments go to the trainer.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh
cmake --preset release >/dev/null
cmake --build --preset release -j "$(nproc)"
exec examples/gpt2/run.sh "$@"
