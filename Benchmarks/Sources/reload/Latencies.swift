/// Times, and what most of them are.
final class Latencies {
    private var times: [Duration] = []
    private var isSorted = true

    func add(_ time: Duration) {
        times.append(time)
        isSorted = false
    }

    func add(_ others: Latencies) {
        times += others.times
        isSorted = false
    }

    /// Microseconds that this part of all took at most.
    func percentile(_ part: Double) -> Double {
        if !isSorted {
            times.sort()
            isSorted = true
        }
        guard !times.isEmpty else { return .nan }
        let index = min(times.count - 1, Int(Double(times.count) * part))
        return times[index] / .microseconds(1)
    }

    func row(_ name: String) -> String {
        let shares = [0.5, 0.9, 0.99, 0.999, 1].map { "\(Int(percentile($0).rounded())) µs" }
        return "| \(name) | \(times.count) | \(shares.joined(separator: " | ")) |"
    }
}

/// What must not happen.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
