import Glibc
package import PeriluneCore

/// Finds the ends of entries in bytes that arrive piece by piece.
///
/// It is a value: a copy made at the end of an entry finds the same entries again.
package struct EntryScanner: Sendable {
    // If both are nil, entries are lines. An enumeration would be copied for each entry.
    private var table: TableScanner?
    private var json: JSONScanner?

    package init(_ framing: EntryFraming) {
        switch framing {
        case .lines: break
        case .table(let delimiter, let quote, let hasHeader):
            table = TableScanner(delimiter: delimiter, quote: quote, hasHeader: hasHeader)
        case .json(let path): json = JSONScanner(elementsOf: path)
        }
    }

    /// An entry as a range of indices of the bytes, with its line end.
    package struct Found: Sendable {
        package let start: Int
        package let end: Int
        /// Whether this is the part before the first entry.
        package var isHeader = false
        /// Whether the entry is known to be a single line.
        package var isLine = false
    }

    /// The next entry that ends in the bytes, from an index on.
    ///
    /// `nil` if none does: the scanner has then read all bytes, and continues with the next ones.
    package mutating func next(in bytes: UnsafeRawBufferPointer, from index: Int) -> Found? {
        if table != nil { return table?.next(in: bytes, from: index) }
        if json != nil { return json?.next(in: bytes, from: index) }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
        guard let feed = LineFeeds.first(in: rest) else { return nil }
        return Found(start: index, end: index + feed + 1, isLine: true)
    }

    /// The incomplete entry at the end of the log, from the bytes that were last passed to ``next(in:from:)``.
    package func rest(in bytes: UnsafeRawBufferPointer, from index: Int) -> Found? {
        guard index < bytes.count else { return nil }
        if let json { return json.openEntry.map { Found(start: $0 ?? index, end: bytes.count) } }
        return Found(
            start: index, end: bytes.count, isHeader: table?.isBeforeEntries ?? false)
    }

    /// Whether the next byte begins an entry, or is between two entries.
    package var isBetweenEntries: Bool {
        if let json { return json.openEntry == nil }
        return table?.isBetweenEntries ?? true
    }

    /// Whether the next byte begins a row of a table other than the header.
    var beginsRow: Bool {
        guard let table else { return false }
        return table.isBetweenEntries && !table.isBeforeEntries
    }

    /// Whether a log may end here.
    package var isComplete: Bool { json?.isComplete ?? true }

    /// Whether an entry can only be found by reading everything before it.
    package var needsWholeLog: Bool { json != nil }
}

/// Rows whose fields may be quoted.
struct TableScanner: Sendable {
    private let delimiter: UInt8
    private let quote: UInt8
    private(set) var isBeforeEntries: Bool
    private var state = State.entry

    private enum State {
        /// Before the first byte of an entry.
        case entry
        /// Before the first byte of another field.
        case field
        case plain
        case quoted
        /// After a quote in a quoted field: the end of the field, or the first of two quotes.
        case quote
    }

    init(delimiter: UInt8, quote: UInt8, hasHeader: Bool) {
        self.delimiter = delimiter
        self.quote = quote
        isBeforeEntries = hasHeader
    }

    var isBetweenEntries: Bool { state == .entry }

    mutating func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> EntryScanner.Found? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        var index = start
        if state == .entry, let entry = wholeEntry(base, start, bytes.count) {
            return found(start, entry.end, isLine: entry.isLine)
        }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch state {
            case .quoted:
                if byte == quote {
                    state = .quote
                } else if let next = memchr(base + index, Int32(quote), bytes.count - index) {
                    index = UnsafeRawPointer(next) - base
                } else {
                    index = bytes.count
                }
            case .entry, .field:
                if byte == 0x0A { return found(start, index) }
                state = byte == quote ? .quoted : byte == delimiter ? .field : .plain
            case .plain, .quote:
                if byte == 0x0A { return found(start, index) }
                if byte == delimiter {
                    state = .field
                } else {
                    state = byte == quote && state == .quote ? .quoted : .plain
                }
            }
        }
        return nil
    }

    /// The end of an entry that is completely in the bytes; quotes and line feeds are found with the C library.
    private func wholeEntry(
        _ base: UnsafeRawPointer, _ start: Int, _ count: Int
    ) -> (end: Int, isLine: Bool)? {
        func first(_ byte: UInt8, _ range: Range<Int>) -> Int? {
            memchr(base + range.lowerBound, Int32(byte), range.count).map {
                UnsafeRawPointer($0) - base
            }
        }
        func byte(_ index: Int) -> UInt8 { base.load(fromByteOffset: index, as: UInt8.self) }
        guard var feed = first(0x0A, start..<count) else { return nil }
        var isLine = true
        var index = start
        while let opening = first(quote, index..<feed) {
            index = opening + 1
            // Within an unquoted value, a quote is text.
            guard opening == start || byte(opening - 1) == delimiter else { continue }
            while true {
                guard let closing = first(quote, index..<count), closing + 1 < count else {
                    return nil
                }
                index = closing + 1
                guard byte(index) == quote else { break }
                index += 1
            }
            if index > feed {
                guard let next = first(0x0A, index..<count) else { return nil }
                feed = next
                isLine = false
            }
        }
        return (feed + 1, isLine)
    }

    private mutating func found(
        _ start: Int, _ end: Int, isLine: Bool = false
    ) -> EntryScanner.Found {
        state = .entry
        defer { isBeforeEntries = false }
        return EntryScanner.Found(
            start: start, end: end, isHeader: isBeforeEntries, isLine: isLine)
    }
}
