"""The pictures as gnuplot draws them; it has no treemap."""

COLUMNS = "set style data histogram\nset style fill solid\nset yrange [0:*]\n"

PLOTS = {
    "col": COLUMNS + "plot for [i=1:16] $rows using i\n",
    "line": "plot for [i=1:16] $rows using i with lines\n",
    "dash": "set multiplot layout 2,3\n" + COLUMNS
            + "plot for [i=1:5] $rows using i\nplot for [i=1:5] $rows using i\n"
            "plot for [i=1:5] $rows using i with lines\nplot $rows using 1\n"
            "plot $rows using 1:2 with points\nunset multiplot\n",
}


def command(folder, picture, kind, count):
    """Draws a picture so many times from rows that were read once; 0 is once, as it would be drawn alone."""
    out = f"g{picture}.{kind}"
    rows = (folder / ("small.dat" if picture == "dash" else "big.dat")).read_text()
    terminal = "svg" if kind == "svg" else "pngcairo"
    lines = ["$rows << EOD", rows, "EOD", f"set terminal {terminal} size 1600,1200"]
    lines += [f"set output '{out}'\n{PLOTS[picture]}"] * max(1, count)
    script = folder / f"{out}-{count}.gp"
    script.write_text("\n".join(lines))
    return ["gnuplot", script], out
