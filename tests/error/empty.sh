# A file of no bytes.
# error: in.bc
: >"$input"
