import PeriluneCore

/// Dates as databases and files write them.
enum DateText {
    /// Parses `2010-09-01` or `2010/09/01`, optionally with a time of day after a space or a `T`, and with a zone.
    ///
    /// The result is in microseconds since 1970; `nil` for other texts.
    static func microseconds(_ text: String) -> Int64? {
        let bytes = text.utf8
        // Most texts are not dates: check two bytes before copying anything.
        guard bytes.count >= 10, bytes.count <= 40 else { return nil }
        let separators = [4, 7].map { bytes[bytes.index(bytes.startIndex, offsetBy: $0)] }
        let isSlashed = separators == [0x2F, 0x2F]
        guard isSlashed || separators == [0x2D, 0x2D] else { return nil }
        let date = String(text.prefix(10))
        let day = isSlashed ? date.replacing("/", with: "-") : date
        var time = text.dropFirst(10)
        guard let separator = time.popFirst() else {
            return Timestamp("\(day)T00:00:00Z")?.microseconds
        }
        guard separator == "T" || separator == " " else { return nil }
        if time.utf8.count == 5 { time += ":00" }
        let hasZone = time.last == "Z" || time.contains("+") || time.contains("-")
        return Timestamp("\(day)T\(time)\(hasZone ? "" : "Z")")?.microseconds
    }
}
