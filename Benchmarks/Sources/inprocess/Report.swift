internal import Perilune

/// The findings as text for a person, or as JSON for the runner.
enum Report {
    static func text(_ findings: Findings) -> String {
        var lines: [String] = []
        for timing in findings.timings {
            lines.append("\(padded(timing.name)) \(padded(timing.median, 0, width: 10)) ns")
        }
        lines.append("")
        for comparison in findings.comparisons {
            let target = comparison.limit.map { "   at most \($0)" } ?? ""
            lines.append(
                "\(padded(comparison.what)) \(padded(comparison.ratio, 3, width: 10)) x\(target)")
        }
        lines.append("")
        for stop in findings.stops {
            let next = stop.nextIsUnharmed ? "next event handled" : "NEXT EVENT HARMED"
            lines.append(
                "\(padded(stop.name)) \(padded(stop.processor, 1, width: 10)) ms CPU, "
                    + "\(padded(stop.wall, 1, width: 0)) ms wall, "
                    + "\(stop.codes.sorted().joined(separator: ", ")), \(next)")
        }
        return lines.joined(separator: "\n")
    }

    static func json(_ findings: Findings) -> String {
        let timings = findings.timings.map { timing -> Value in
            [
                "name": .string(timing.name), "nanoseconds": .number(timing.median),
                "samples": .array(timing.samples.map { .number($0) }),
            ]
        }
        let comparisons = findings.comparisons.map { comparison -> Value in
            [
                "what": .string(comparison.what), "ratio": .number(comparison.ratio),
                "limit": comparison.limit.map { .number($0) } ?? .null,
            ]
        }
        let stops = findings.stops.map { stop -> Value in
            [
                "name": .string(stop.name), "processor": .number(stop.processor),
                "wall": .number(stop.wall),
                "codes": .array(stop.codes.sorted().map { .string($0) }),
                "nextIsUnharmed": .bool(stop.nextIsUnharmed),
            ]
        }
        let whole: Value = [
            "timings": .array(timings), "comparisons": .array(comparisons),
            "stops": .array(stops),
        ]
        return whole.json
    }

    private static func padded(_ text: String) -> String {
        text + String(repeating: " ", count: max(0, 48 - text.count))
    }

    private static func padded(_ number: Double, _ places: Int, width: Int) -> String {
        let scale = places == 0 ? 1 : places == 1 ? 10 : 1000.0
        let rounded = (number * scale).rounded() / scale
        let text = places == 0 ? "\(Int(rounded))" : "\(rounded)"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
