"""How a random primal is checked: which derivative of it, and by which part of the oracle."""


def check(random, name, inputs, outputs, options):
    """Checks the primal NAME; returns the text and the name of what is checked.

    With options["second"] that is a function that takes a derivative of it, with options["modes"] the
    derivative is asked for in two halves or in several lanes."""
    text = ""
    if options["second"]:
        lanes = random.choice([1, 1, 1, 2])
        text = derivative(random, name, lanes)
        name, inputs, outputs = name + "_inner", (1 + lanes) * inputs, (1 + lanes) * outputs
    modes = ["ORACLE"]
    if options["modes"]:
        modes = ["ORACLE_SPLIT", "ORACLE_WIDTH", "ORACLE_STRIDE", "ORACLE_VALUE"]
        if not options["cpp"] and not options["second"]:
            modes.append("ORACLE_REPLAY")  # refused through clean-ups and of derivatives
    return text + f"{random.choice(modes)}({name}, {inputs}, {outputs}, 0.2, 1.4)\n", name


def derivative(random, name, lanes):
    """A primal NAME_inner of (the primal's state, its shadows) that calls a derivative."""
    arguments = ["adcc_width", str(lanes)] if lanes > 1 else []
    for array, count in (("in", "n"), ("out", "m")):
        part = f"{count} / {1 + lanes}"
        shadows = [f"{array} + {lane} * ({part})" for lane in range(1, 1 + lanes)]
        arguments += ["adcc_dup", array, *shadows, "adcc_const", part]
    arguments = f"(void *){name}, " + ", ".join(arguments)
    mode = random.choice(["autodiff", "autodiff", "fwddiff", "fwddiff", "split"])
    if mode == "split":
        calls = (f"  void *tape = __adcc_augmentfwd_state({arguments});\n"
                 f"  __adcc_reverse_state({arguments}, tape);\n")
    else:
        calls = f"  __adcc_{mode}_state({arguments});\n"
    return f"PRIMAL({name}_inner) {{\n{calls}}}\n"
