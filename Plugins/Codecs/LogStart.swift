/// The first lines of a log, by which a codec recognizes its format.
struct LogStart {
    /// The whole lines that are not blank, up to 20; a last line without line feed if it is the only one.
    let lines: [ArraySlice<UInt8>]

    init(_ start: [UInt8]) {
        var lines: [ArraySlice<UInt8>] = []
        var rest = start[...]
        while lines.count < 20, let feed = rest.firstIndex(of: 0x0A) {
            var line = rest[..<feed]
            if line.last == 0x0D { line = line.dropLast() }
            if !line.isEmpty { lines.append(line) }
            rest = rest[(feed + 1)...]
        }
        if lines.isEmpty, !rest.isEmpty { lines.append(rest) }
        self.lines = lines
    }

    /// Whether most lines are as `matches` says.
    func mostLines(_ matches: (Span<UInt8>) -> Bool) -> Bool {
        let matching = lines.count { matches($0.span) }
        return matching > 0 && matching * 5 >= lines.count * 4
    }
}
