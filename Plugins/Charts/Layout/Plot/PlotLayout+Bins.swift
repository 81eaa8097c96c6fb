extension PlotLayout {
    /// The axis of a histogram: from the first edge that is shown to the last, with a tick at each.
    func binScale(_ bins: Plot.Bins, from start: Double, to end: Double) -> LinearScale {
        let edges = (visible.lowerBound...visible.upperBound).map(bins.edge)
        let (first, last) = (edges[0], edges[edges.count - 1])
        return LinearScale(
            between: first...max(first, last), ticks: edges, decimals: bins.decimals, from: start,
            to: end)
    }

    /// Each column of a histogram takes its whole bin.
    func bands(of bins: Plot.Bins, on scale: LinearScale) -> BandScale {
        BandScale(
            around: plot.categories.indices.map { scale.position(bins.edge($0) + bins.width / 2) },
            width: (scale.end - scale.start) / Double(max(1, visible.count)), visible: visible,
            from: scale.start, to: scale.end)
    }
}
