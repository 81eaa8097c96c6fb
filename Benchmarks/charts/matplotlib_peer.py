"""The pictures as matplotlib draws them: one collection of columns for each series."""

import sys

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PolyCollection

name, out, count = sys.argv[1:]


def read(file):
    return list(zip(*[[float(x) for x in line.split()] for line in open(file)]))


def bars(axes, columns):
    width = 0.8 / len(columns)
    for s, column in enumerate(columns):
        x = [c + s * width for c in range(len(column))]
        axes.add_collection(PolyCollection(
            [[(a, 0), (a, v), (a + width, v), (a + width, 0)] for a, v in zip(x, column)], color=f"C{s}"))
    axes.autoscale()


def draw(columns):
    figure = plt.figure(figsize=(16, 12), dpi=100)
    if name == "dash":
        axes = figure.subplots(2, 3).flat
        bars(axes[0], columns)
        bars(axes[1], columns)
        for column in columns:
            axes[2].plot(column)
        axes[3].pie(columns[0][:6])
        axes[4].scatter(columns[0], columns[1])
    else:
        axes = figure.subplots()
        if name == "col":
            bars(axes, columns)
        else:
            for column in columns:
                axes.plot(column)
    figure.savefig(out)
    plt.close(figure)


columns = read("small.dat" if name == "dash" else "big.dat")
for _ in range(max(1, int(count))):
    draw(columns)
