extension LinearScale {
    /// A pair of scales whose zeros are aligned, if both include zero and one has negative values.
    ///
    /// Their ticks are aligned too. Of all such pairs it is the one that wastes least space.
    static func pair(
        _ left: PlotDomain, _ right: PlotDomain, parts: Int
    ) -> (left: LinearScale, right: LinearScale?)? {
        guard let (leftLow, leftHigh) = ends(left), let (rightLow, rightHigh) = ends(right),
            leftLow < 0 || rightLow < 0
        else { return nil }
        let most = Double(min(mostParts, max(3, parts + 2)))
        var best: (waste: Double, TickStep, TickStep, ClosedRange<Double>)?
        for leftStep in steps(leftHigh - leftLow) {
            for rightStep in steps(rightHigh - rightLow) {
                let first = min(leftStep.index(below: leftLow), rightStep.index(below: rightLow))
                let last = max(leftStep.index(above: leftHigh), rightStep.index(above: rightHigh))
                guard last - first <= most else { continue }
                let used =
                    (leftHigh - leftLow) / leftStep.length * (rightHigh - rightLow)
                    / rightStep.length / ((last - first) * (last - first))
                // A few more steps than wanted do less harm than a plot that is half empty.
                let excess = abs(last - first - Double(parts)) * 0.03
                if best.map({ 1 - used + excess < $0.waste }) ?? true {
                    best = (1 - used + excess, leftStep, rightStep, first...last)
                }
            }
        }
        return best.map { best in
            (
                LinearScale(best.1, best.3, from: 0, to: 1),
                LinearScale(best.2, best.3, from: 0, to: 1)
            )
        }
    }

    /// The ends of what has a zero, and more than that.
    private static func ends(_ domain: PlotDomain) -> (Double, Double)? {
        guard domain.values != nil else { return nil }
        let (lower, upper) = bounds(domain.values)
        guard domain.includesZero || (lower <= 0 && upper >= 0) else { return nil }
        let (low, high) = (min(0, lower), max(0, upper))
        return high - low > 1e-290 ? (low, high) : nil
    }

    /// From about nine to about one in a length.
    private static func steps(_ length: Double) -> [TickStep] {
        var step = TickStep(length: length, parts: mostParts)
        return (0..<7).map { _ in
            defer { step = step.wider }
            return step
        }
    }
}
