"""Random numbers, and what an expression may name."""


class Random:
    """splitmix64: the same sequence on every Python."""

    def __init__(self, seed):
        self.state = seed * 0x9E3779B97F4A7C15 & (1 << 64) - 1

    def next(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & (1 << 64) - 1
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
        z = (z ^ z >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
        return z ^ z >> 31

    def below(self, limit):
        return self.next() % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def choice(self, options):
        return options[self.below(len(options))]

    def chance(self, percent):
        return self.below(100) < percent

    def weighted(self, options):
        """options: (weight, value) pairs."""
        pick = self.below(sum(weight for weight, _ in options))
        for weight, value in options:
            pick -= weight
            if pick < 0:
                return value


class Scope:
    """What an expression may name. Arrays are (name, length); structs are lvalue strings."""

    def __init__(self, parent=None):
        self.scalars = list(parent.scalars) if parent else []
        self.floats = list(parent.floats) if parent else []
        self.fixed = list(parent.fixed) if parent else []  # may be read but not written
        self.integers = list(parent.integers) if parent else []
        self.arrays = list(parent.arrays) if parent else []
        self.structs = list(parent.structs) if parent else []
        self.struct_arrays = list(parent.struct_arrays) if parent else []
        self.pointers = list(parent.pointers) if parent else []
        self.vectors = list(parent.vectors) if parent else []
        # Arrays that outlive every pointer of the function: only these may a pointer be moved to.
        self.lasting = parent.lasting if parent else []
