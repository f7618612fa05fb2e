#!/bin/sh
# Writes the page of `tile --play` and plays it in a real browser.
# Needs cargo, node 18 or later, and chromium (Debian: apt-get install chromium nodejs).
set -eu
cd "$(dirname "$0")/../.."
page=$(mktemp -d)/play.html
cargo run --release --quiet -- tile --play "$page"
node .ci/browser/play.mjs "$page" "${CHROMIUM:-chromium}"
