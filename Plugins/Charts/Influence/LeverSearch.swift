/// Finds the value of one lever at which a goal reaches its target.
struct LeverSearch {
    private let state: InfluenceState
    private let goal: Int
    private let lever: Int
    private let target: Double
    /// The nodes between lever and goal, causes first.
    private let between: [Int]
    private(set) var evaluations = 0

    private static let most = 100

    init(_ state: InfluenceState, goal: Int, lever: Int, target: Double) {
        self.state = state
        self.goal = goal
        self.lever = lever
        self.target = target
        let model = state.model
        let moved = model.effects(of: [lever]).intersection(
            model.causes(of: [goal]).union([goal]))
        // Values set by hand stay, except for the goal itself.
        between = model.order.filter {
            moved.contains($0) && $0 != lever && (!state.pins.contains($0) || $0 == goal)
        }
    }

    /// The difference of the goal from its target; NaN if the goal has no value.
    private mutating func distance(_ x: Double) -> Double {
        evaluations += 1
        return state.value(of: goal, setting: lever, to: x, computing: between) - target
    }

    /// The derivative with respect to the lever; `nil` if there is none.
    mutating func slope(at x: Double) -> Double? {
        guard x.isFinite else { return nil }
        // The error of a central difference is least near the cube root of a double's precision.
        let step = max(abs(x), 1e-3) * 6e-6
        let (below, above) = (x - step, x + step)
        let slope = (distance(above) - distance(below)) / (above - below)
        return slope.isFinite ? slope : nil
    }

    /// Whether a distance is only due to rounding.
    private func isZero(_ distance: Double) -> Bool {
        abs(distance) <= 1e-9 * max(abs(target), 1e-9)
    }

    private struct Point {
        var x: Double
        var y: Double
    }

    private mutating func point(_ x: Double) -> Point { Point(x: x, y: distance(x)) }

    mutating func solve(from start: Double, bounds: ClosedRange<Double>?) -> GoalSeek.Answer {
        let first = point(start)
        if isZero(first.y), bounds?.contains(start) ?? true { return .solved(start) }
        var seen = [first.y]
        if let bounds, let root = root(within: bounds, &seen) { return .solved(root) }
        if let root = root(around: first, &seen) {
            return bounds?.contains(root) ?? true ? .solved(root) : .outsideBounds(root)
        }
        let numbers = seen.filter(\.isFinite)
        guard let least = numbers.min(), let most = numbers.max() else { return .noBracket }
        // Differences due to rounding only, as when a lever cancels out, count as flat.
        return most - least <= 1e-9 * max(abs(least + target), abs(most + target), 1e-9)
            ? .flat : .noBracket
    }

    /// Sixteen steps from one bound to the other: the goal may pass its target twice.
    private mutating func root(
        within bounds: ClosedRange<Double>, _ seen: inout [Double]
    ) -> Double? {
        let steps = 16
        var last = point(bounds.lowerBound)
        seen.append(last.y)
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            // `lower + part * width` would overflow for the widest bounds.
            let next = point(bounds.lowerBound * (1 - part) + bounds.upperBound * part)
            seen.append(next.y)
            if let root = root(last, next) { return root }
            last = next
        }
        return nil
    }

    /// Away from the start on both sides, in steps that double, up to ten times its size.
    private mutating func root(around start: Point, _ seen: inout [Double]) -> Double? {
        let size = start.x == 0 ? 1 : abs(start.x)
        var below = start
        var above = start
        var reach = size / 100
        while true {
            let isLast = reach >= 10 * size
            let distance = isLast ? 10 * size : reach
            let nextBelow = point(start.x - distance)
            let nextAbove = point(start.x + distance)
            seen += [nextBelow.y, nextAbove.y]
            let roots = [root(above, nextAbove), root(nextBelow, below)].compactMap { $0 }
            if let nearest = roots.min(by: { abs($0 - start.x) < abs($1 - start.x) }) {
                return nearest
            }
            if isLast || evaluations >= Self.most { return nil }
            (below, above) = (nextBelow, nextAbove)
            reach *= 2
        }
    }

    /// Brent's method between two points on different sides of the target.
    private mutating func root(_ low: Point, _ high: Point) -> Double? {
        guard low.y.isFinite, high.y.isFinite else { return nil }
        if isZero(low.y) { return low.x }
        if isZero(high.y) { return high.x }
        guard (low.y < 0) != (high.y < 0) else { return nil }
        // `best` is the nearest point so far, `other` is on the other side of the target, `last` is the previous
        // best.
        var (best, other) = abs(low.y) < abs(high.y) ? (low, high) : (high, low)
        var last = other
        var stepBefore = best.x - other.x
        var step = stepBefore
        while evaluations < Self.most {
            if (other.y < 0) == (best.y < 0) {
                other = last
                step = best.x - last.x
                stepBefore = step
            }
            if abs(other.y) < abs(best.y) { (last, best, other) = (best, other, best) }
            let tolerance = max(abs(best.x) * 1e-12, Double.leastNormalMagnitude)
            let half = (other.x - best.x) / 2
            // A pole changes the sign too, but the distance does not go to nothing there.
            if best.y == 0 || abs(half) <= tolerance { return isNearRoot(best) ? best.x : nil }
            let guess = interpolated(last, best, other)
            if abs(stepBefore) >= tolerance, abs(last.y) > abs(best.y),
                2 * abs(guess) < min(3 * abs(half) - tolerance, abs(stepBefore)),
                (guess < 0) == (half < 0)
            {
                (stepBefore, step) = (step, guess)
            } else {
                (stepBefore, step) = (half, half)
            }
            last = best
            let moved = abs(step) > tolerance ? step : (half < 0 ? -tolerance : tolerance)
            best = point(best.x + moved)
            guard best.y.isFinite else { return nil }
        }
        return isNearRoot(best) ? best.x : nil
    }

    private func isNearRoot(_ point: Point) -> Bool {
        abs(point.y) <= 1e-6 * max(abs(target), 1e-3)
    }

    /// The step from the best point: inverse quadratic through three points, linear through two.
    private func interpolated(_ last: Point, _ best: Point, _ other: Point) -> Double {
        let s = best.y / last.y
        guard last.x != other.x, last.y != other.y else {
            return (best.x - last.x) * s / (1 - s)
        }
        let q = last.y / other.y
        let r = best.y / other.y
        let p = s * ((other.x - best.x) * q * (q - r) - (best.x - last.x) * (r - 1))
        return -p / ((q - 1) * (r - 1) * (s - 1))
    }
}
