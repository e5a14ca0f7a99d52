#!/bin/bash
# Installs what adcc needs on Debian 12: to build it, to test it and to use it. Quick when nothing
# is missing.
set -euo pipefail

packages=(
  cmake ninja-build make ccache git python3 pkg-config
  clang-22 lld-22 llvm-22-dev llvm-22-tools libclang-rt-22-dev clang-format-22
  libc6-dev libstdc++-12-dev libc++-22-dev libc++abi-22-dev
  libeigen3-dev # a large library to differentiate through
  # what LLVM's static libraries link
  libzstd-dev zlib1g-dev libxml2-dev libz3-dev libffi-dev
  libjemalloc-dev # an allocator that compilers' small objects like better than glibc's
  libbenchmark-dev
  valgrind # counts instructions, for the check of how compile time grows
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} = 0 ]; then
  echo "setup: nothing to install"
  exit 0
fi

echo "setup: installing ${missing[*]}"
sudo=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "setup: run as root: apt-get install ${missing[*]}" >&2; exit 1; }
  sudo=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -q
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
