import PeriluneCore

extension PeriluneError.Place {
    /// The place of a byte, with the text of its line unless that is too long.
    init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        let longest = 500
        let offset = min(max(offset, 0), bytes.count)
        self.init(offset: offset, in: bytes.span)
        let line = bytes[(offset - (column ?? 1) + 1)...].prefix(longest + 1).prefix { $0 != 0x0A }
        if line.count <= longest { sourceLine = String(decoding: line, as: UTF8.self) }
    }
}

extension PeriluneError {
    /// The same error with the text of the line it refers to.
    func showingSource(of document: [UInt8]) -> PeriluneError {
        guard place.sourceLine == nil, let line = place.line else { return self }
        let lines = document.split(
            separator: 0x0A, maxSplits: line, omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1), lines[line - 1].count <= 500 else { return self }
        var error = self
        error.place.sourceLine = String(decoding: lines[line - 1], as: UTF8.self)
        return error
    }
}
