import Glibc
import PeriluneCore

extension LogSource {
    /// The capacity of the buffer, without the padding.
    var room: Int { buffer.count - Chunk.padding }

    /// Reads until the buffer is full, or until reading more than the lines at hand would wait for a slow writer.
    func fill() {
        while !isAtEnd, filled < room {
            do throws(PeriluneError) {
                let space = filled..<room
                let count = try buffer.withUnsafeMutableBufferPointer {
                    (bytes) throws(PeriluneError) in
                    let target = UnsafeMutableBufferPointer(rebasing: bytes[space])
                    return try stream.read(into: UnsafeMutableRawBufferPointer(target))
                }
                if count == 0, follows { return isIdle = true }
                if count == 0 { isAtEnd = true }
                filled += count
                if !stream.isReady, hasLineFeed(in: searched..<filled) { return }
            } catch {
                isAtEnd = true
                failure = explain(error)
            }
        }
    }

    /// Returns the first bytes as a chunk, and continues with the rest in another buffer.
    func splitChunk(at count: Int, _ content: Chunk.Content) -> Chunk {
        let rest = count..<filled
        let capacity = max(limits.chunk, min(rest.count * 2, limits.line + 1))
        var next = pool.makeBuffer(atLeast: capacity + Chunk.padding)
        let feeds = buffer.withUnsafeMutableBytes { bytes in
            if !rest.isEmpty {
                next.withUnsafeMutableBytes { $0.copyMemory(from: .init(rebasing: bytes[rest])) }
            }
            for index in count..<count + Chunk.padding { bytes[index] = 0 }
            return LineFeeds.count(in: .init(rebasing: bytes[..<count]))
        }
        swap(&buffer, &next)
        let chunk = Chunk(
            content: content, count: count, firstLine: line, nextLine: line + feeds, offset: offset,
            fileBytesRead: file.bytesRead, fileSize: file.size,
            scanner: scannerAtStart,
            storage: ChunkStorage(bytes: next, pool: pool))
        line += feeds
        offset += count
        filled = rest.count
        if scanner == nil {
            // Only the end of a line that is too long leaves unsearched lines.
            searched = content == .lines ? filled : 0
        } else {
            searched -= count
            scannerAtStart = scannerAtEnd ?? scanner
            scannerAtEnd = nil
        }
        return chunk
    }

    /// The end of the last whole entry; for an entry that is too long, its own end.
    func lastOrFirstEntryEnd() -> Int? {
        guard var scanner else { return nil }
        var last: Int?
        buffer.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<filled])
            while let found = scanner.next(in: bytes, from: searched) {
                searched = found.end
                // After every row, the state of a table's scanner is the same.
                if last == nil || !scanner.beginsRow { scannerAtEnd = scanner }
                last = found.end
                if isInOversizedLine { return }
            }
            searched = filled
        }
        self.scanner = scanner
        return last
    }

    /// The error for a log that ends within an object or an array.
    var incomplete: PeriluneError {
        PeriluneError(
            .logTruncated, "the log ends inside an object or an array",
            at: .init(file: name, line: line),
            hint: "copy or download the file again; all complete elements were read")
    }

    func grow() {
        let capacity = min(room * 2, limits.line + 1)
        buffer += repeatElement(0, count: capacity - room)
    }

    /// The end of the last whole line; for a line that is too long, the first line feed.
    func lastOrFirstFeed() -> Int? {
        let new = searched..<filled
        let found = buffer.withUnsafeBytes { bytes in
            let part = UnsafeRawBufferPointer(rebasing: bytes[new])
            return isInOversizedLine ? LineFeeds.first(in: part) : LineFeeds.last(in: part)
        }
        return found.map { $0 + new.lowerBound }
    }

    /// Removes a byte order mark, which UTF-8 does not need and JSON does not allow, and refuses UTF-16 and archives.
    func checkStart() {
        isAtStart = false
        let start = buffer[..<filled]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) {
            drop(3)
        } else if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            refuse(
                .logEncoding, "the log is UTF-16 text, not UTF-8",
                hint: "convert it: iconv -f UTF-16 -t UTF-8")
        } else if start.dropFirst(257).starts(with: "ustar".utf8) {
            refuse(
                .logCorrupt, "the log is a tar archive",
                hint: "tar -xOf \(name) | perilune process -")
        }
    }

    private func refuse(_ code: PeriluneError.Code, _ message: String, hint: String) {
        filled = 0
        isAtEnd = true
        failure = PeriluneError(code, message, at: .init(file: name), hint: hint)
    }

    /// Removes the first bytes, which belong to lines that were read already.
    private func drop(_ count: Int) {
        buffer.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            _ = memmove(base, base + count, filled - count)
        }
        filled -= count
        offset += count
    }

    /// Skips the line end of a last line that had none when it was processed.
    func passLineEnd() throws(PeriluneError) {
        guard filled > 0 else { return }
        let count = buffer[0] == 0x0D && filled > 1 ? 2 : 1
        guard buffer[count - 1] == 0x0A else {
            throw PeriluneError(
                .logChanged,
                "line \(line) had no line end when it was processed, and has grown since",
                at: .init(file: name, line: line),
                hint:
                    "process the log from the beginning with --restart, which also clears the state; --watch waits for the end of a line"
            )
        }
        drop(count)
        line += 1
        isLineEndMissing = false
    }

    /// Reads up to the position at which an earlier run stopped.
    func skip(to position: InputPosition) throws(PeriluneError) {
        isAtStart = false
        line = position.line
        offset = position.offset
        if scanner?.needsWholeLog == true { return try skipEntries(to: position) }
        // The byte before is read too, because it must be a line end.
        var left = position.offset - 1
        if stream === file, file.isRegular {
            try file.seek(to: left)
            left = 0
        }
        var last: UInt8 = 0
        while left >= 0 {
            let count = try consume(min(left + 1, room))
            if count == 0 { break }
            last = buffer[count - 1]
            left -= count
        }
        guard left < 0 else { throw changed(before: position) }
        if scanner != nil { skipHeader() }
        if last != 0x0A, position.line > 1 || position.offset != 3 {
            isLineEndMissing = true
            fill()
            try passLineEnd()
        }
    }

    /// Reads up to the end of an entry, which can only be found by reading everything before it.
    private func skipEntries(to position: InputPosition) throws(PeriluneError) {
        var left = position.offset
        while left > 0 {
            let count = try consume(min(left, room))
            if count == 0 { break }
            buffer.withUnsafeBytes { bytes in
                var index = 0
                // Behind a byte order mark.
                if left == position.offset, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
                let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<count])
                while let found = scanner?.next(in: bytes, from: index) { index = found.end }
            }
            left -= count
        }
        guard left == 0, scanner?.isBetweenEntries == true else { throw changed(before: position) }
        scannerAtStart = scanner
    }

    private func skipHeader() {
        let line: [UInt8] = [0x0A]
        line.withUnsafeBytes { _ = scanner?.next(in: $0, from: 0) }
        scannerAtStart = scanner
    }

    private func changed(before position: InputPosition) -> PeriluneError {
        PeriluneError(
            .logChanged,
            "the log has changed within its first \(position.offset) bytes, which were already read",
            at: .init(file: name, line: position.line),
            hint:
                "restore the log, or process it from the beginning with --restart")
    }

    private func consume(_ count: Int) throws(PeriluneError) -> Int {
        try buffer.withUnsafeMutableBufferPointer { (bytes) throws(PeriluneError) in
            let target = UnsafeMutableBufferPointer(rebasing: bytes[..<count])
            return try stream.read(into: UnsafeMutableRawBufferPointer(target))
        }
    }

    private func hasLineFeed(in part: Range<Int>) -> Bool {
        buffer.withUnsafeBytes { LineFeeds.first(in: .init(rebasing: $0[part])) != nil }
    }

    /// Adds to an error how far reading came, as the number of lines.
    private func explain(_ error: PeriluneError) -> PeriluneError {
        var error = error
        let complete = buffer.withUnsafeBytes {
            LineFeeds.count(in: .init(rebasing: $0[..<filled]))
        }
        error.place.line = line + complete
        error.message += "; \(line + complete - 1) lines before it were read"
        return error
    }
}
