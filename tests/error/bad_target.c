// levels: O0
// adcc: "$input" -o "$output" --target=nowhere-unknown-none
// error: nowhere
int nothing;
