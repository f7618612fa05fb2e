#!/bin/sh
# Writes pages of `--html` and plays them in a real browser.
# Needs cargo, node 18 or later, and chromium (Debian: apt-get install chromium nodejs).
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-$(mktemp -d)}
program=target/release/tetris-printer
cargo build --release --quiet
for script in tests/it/scripts/*.json; do
    "$program" replay "$script" --html "$folder/$(basename "$script" .json).html" --quiet
done
"$program" print sprites/knight.png --effort fast --html "$folder/sprite.html" --quiet
node .ci/browser/print.mjs "$folder" "${CHROMIUM:-chromium}"
