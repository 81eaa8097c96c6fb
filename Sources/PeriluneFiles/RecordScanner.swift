import Glibc
package import PeriluneCore

/// Finds the ends of records in bytes that come piece by piece.
///
/// It is a value: a copy taken at the end of a record finds the same records again.
package struct RecordScanner: Sendable {
    private var kind: Kind

    private enum Kind: Sendable {
        case lines
        case table(TableScanner)
        case json(JSONScanner)
    }

    package init(_ framing: RecordFraming) {
        switch framing {
        case .lines: kind = .lines
        case .table(let delimiter, let quote, let hasHeader):
            kind = .table(TableScanner(delimiter: delimiter, quote: quote, hasHeader: hasHeader))
        case .json(let path): kind = .json(JSONScanner(elementsOf: path))
        }
    }

    /// A record in some bytes, with its line end.
    package struct Found: Sendable {
        package let start: Int
        package let end: Int
        /// Whether it is not a record but what stands before the first one.
        package var isHeader = false
    }

    /// The next record that ends in the bytes, from an index on; `nil` where none does: the scanner then is behind
    /// all bytes, and goes on with the next ones.
    package mutating func next(in bytes: UnsafeRawBufferPointer, from index: Int) -> Found? {
        switch kind {
        case .lines:
            let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
            guard let feed = LineFeeds.first(in: rest) else { return nil }
            return Found(start: index, end: index + feed + 1)
        case .table(var scanner):
            defer { kind = .table(scanner) }
            return scanner.next(in: bytes, from: index)
        case .json(var scanner):
            defer { kind = .json(scanner) }
            return scanner.next(in: bytes, from: index)
        }
    }

    /// The record that the end of the log cuts off, in the bytes from an index on, through which ``next(in:from:)``
    /// went last.
    package func rest(in bytes: UnsafeRawBufferPointer, from index: Int) -> Found? {
        guard index < bytes.count else { return nil }
        switch kind {
        case .lines: return Found(start: index, end: bytes.count)
        case .table(let scanner):
            return Found(start: index, end: bytes.count, isHeader: scanner.isBeforeRecords)
        case .json(let scanner):
            return scanner.openRecord.map { Found(start: $0 ?? index, end: bytes.count) }
        }
    }

    /// Whether the next byte begins a record, or is one between two.
    package var isBetweenRecords: Bool {
        switch kind {
        case .lines: true
        case .table(let scanner): scanner.isBetweenRecords
        case .json(let scanner): scanner.openRecord == nil
        }
    }

    /// Whether a log may end here.
    package var isComplete: Bool {
        if case .json(let scanner) = kind { return scanner.isComplete }
        return true
    }

    /// Whether only somebody who has read everything before knows where records begin.
    package var needsWholeLog: Bool {
        if case .json = kind { return true }
        return false
    }
}

/// Rows whose fields may be quoted.
struct TableScanner: Sendable {
    private let delimiter: UInt8
    private let quote: UInt8
    private(set) var isBeforeRecords: Bool
    private var state = State.record

    private enum State {
        /// Before the first byte of a record.
        case record
        /// Before the first byte of another field.
        case field
        case plain
        case quoted
        /// Behind a quote in a quoted field: the end of the field, or the first of two.
        case quote
    }

    init(delimiter: UInt8, quote: UInt8, hasHeader: Bool) {
        self.delimiter = delimiter
        self.quote = quote
        isBeforeRecords = hasHeader
    }

    var isBetweenRecords: Bool { state == .record }

    mutating func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> RecordScanner.Found? {
        guard let base = bytes.baseAddress, start < bytes.count else { return nil }
        var index = start
        if state == .record, let feed = memchr(base + start, 0x0A, bytes.count - start) {
            let end = UnsafeRawPointer(feed) - base
            if memchr(base + start, Int32(quote), end - start) == nil {
                return found(start, end + 1)
            }
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
            case .record, .field:
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

    private mutating func found(_ start: Int, _ end: Int) -> RecordScanner.Found {
        state = .record
        defer { isBeforeRecords = false }
        return RecordScanner.Found(start: start, end: end, isHeader: isBeforeRecords)
    }
}
