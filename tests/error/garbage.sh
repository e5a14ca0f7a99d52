# A file of no known kind.
# error: in.bc
head -c 4096 /usr/bin/env >"$input"
