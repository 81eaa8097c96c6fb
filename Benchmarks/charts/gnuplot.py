"""The pictures as gnuplot draws them; it has no treemap."""

PLOTS = {
    "col": "set style data histogram\nset style fill solid\nset yrange [0:*]\n",
    "line": "",
    "dash": "",
}

DRAW = {
    "col": "plot for [i=1:16] $big using i\n",
    "line": "plot for [i=1:16] $big using i with lines\n",
    "dash": "set multiplot layout 2,3\nset style data histogram\nset style fill solid\nset yrange [0:*]\n"
            "plot for [i=1:5] $small using i\nplot for [i=1:5] $small using i\n"
            "plot for [i=1:5] $small using i with lines\nplot $small using 1\n"
            "plot $small using 1:2 with points\nunset multiplot\n",
}


def command(folder, picture, kind, count):
    """Draws a picture so many times; 0 is once, as it would be drawn alone."""
    out = f"g{picture}.{kind}"
    name = "small" if picture == "dash" else "big"
    terminal = "svg" if kind == "svg" else "pngcairo"
    lines = [f"${name} << EOD", (folder / f"{name}.dat").read_text(), "EOD",
             f"set terminal {terminal} size 1600,1200", PLOTS[picture]]
    lines += [f"set output '{out}'\n{DRAW[picture]}"] * max(1, count)
    script = folder / f"{out}-{count}.gp"
    script.write_text("\n".join(lines))
    return ["gnuplot", script], out
