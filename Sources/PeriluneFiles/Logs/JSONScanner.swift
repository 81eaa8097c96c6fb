import Glibc

/// Finds objects in JSON that follow each other or are elements of arrays.
///
/// It only looks at brackets and strings; invalid JSON is reported by the decoder of the entries.
struct JSONScanner: Sendable {
    /// The names that lead to the arrays of entries; empty if they are at the top level.
    private let path: [[UInt8]]
    /// The containers around the current position, outside of entries.
    private var frames: [Frame] = []
    private var mode = Mode.between
    /// The depth of brackets in an entry, or in a value that is skipped.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    /// The index at which the current entry begins, if it begins in the current bytes.
    private var start: Int?
    /// The number of bytes of the current name that match the path; `nil` after a mismatch.
    private var matched: Int?

    private enum Frame: Sendable {
        /// An object in which the name with this index is searched.
        case object(Int)
        /// An array of such objects.
        case list(Int)
        /// An array of entries.
        case entries
    }

    private enum Mode: Sendable {
        case between
        case entry
        /// A number, a string or a word among the entries, which the decoder rejects.
        case scalar
        /// A name of an object.
        case name
        /// After a name and before its value.
        case value(isOnPath: Bool)
        /// A value that is skipped.
        case skipped
        /// The rest of a line that is not valid between entries.
        case garbage
    }

    init(elementsOf path: [String]) { self.path = path.map { Array($0.utf8) } }

    /// The start of the current entry; `.some(nil)` if it began in earlier bytes, `nil` if there is no entry.
    var openEntry: Int?? {
        switch mode {
        case .entry, .scalar, .garbage: .some(start)
        default: nil
        }
    }

    var isComplete: Bool {
        if case .between = mode { return frames.isEmpty }
        return openEntry != nil
    }

    mutating func next(in bytes: UnsafeRawBufferPointer, from first: Int) -> EntryScanner.Found? {
        guard let base = bytes.baseAddress else { return nil }
        var index = first
        if openEntry != nil { start = nil }
        while index < bytes.count {
            if isInString {
                // A string cannot contain a line feed, so the entry is truncated there.
                guard let length = Self.stringLength(base + index, bytes.count - index, &isEscaped)
                else { break }
                let isCut = bytes[index + length] == 0x0A
                if case .name = mode, !isCut { match(bytes, index..<index + length) }
                index += length + 1
                isInString = false
                if isCut {
                    if let found = end(at: index, first) { return found }
                    reset()
                } else if case .scalar = mode, let found = end(at: index, first) {
                    return found
                } else if case .name = mode {
                    mode = .value(isOnPath: matched == currentName?.count)
                }
                continue
            }
            let byte = bytes[index]
            index += 1
            if let found = scan(byte, at: index - 1, first) { return found }
        }
        // Matching continues in the next bytes.
        if isInString, case .name = mode, index < bytes.count {
            match(bytes, index..<bytes.count)
        }
        return nil
    }

    /// Processes a byte outside of strings.
    private mutating func scan(_ byte: UInt8, at index: Int, _ first: Int) -> EntryScanner.Found? {
        switch mode {
        case .between: scanBetweenEntries(byte, at: index)
        case .entry, .skipped: return nested(byte, at: index, first)
        case .scalar:
            let ends: [UInt8] = [0x2C, 0x5D, 0x0A, 0x20, 0x0D, 0x09]
            guard ends.contains(byte) else { return nil }
            // The byte is looked at again, as one between entries.
            return end(at: index, first)
        case .garbage:
            if byte == 0x0A { return end(at: index + 1, first) }
        case .name:
            // A quote begins a name; a closing brace ends the object.
            if byte == UInt8(ascii: "\"") {
                isInString = true
                matched = 0
            } else if byte == UInt8(ascii: "}") {
                close()
            }
        case .value(let isOnPath): value(byte, isOnPath: isOnPath)
        }
        return nil
    }

    /// Processes a byte of an entry, or of a value that is skipped.
    private mutating func nested(
        _ byte: UInt8, at index: Int, _ first: Int
    ) -> EntryScanner.Found? {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth -= 1
            if case .entry = mode, depth == 0 { return end(at: index + 1, first) }
            if case .skipped = mode, depth < 0 { close() }
        case UInt8(ascii: ","):
            if case .skipped = mode, depth == 0 { mode = .name }
        default: break
        }
        return nil
    }

    /// Processes a byte between entries.
    private mutating func scanBetweenEntries(_ byte: UInt8, at index: Int) {
        switch (byte, frames.last) {
        case (0x20, _), (0x0A, _), (0x0D, _), (0x09, _), (UInt8(ascii: ","), .some): break
        case (UInt8(ascii: "]"), .entries), (UInt8(ascii: "]"), .list): close()
        case (UInt8(ascii: "["), nil) where path.isEmpty: frames.append(.entries)
        case (UInt8(ascii: "{"), nil) where !path.isEmpty: open(.object(0))
        case (UInt8(ascii: "{"), .list(let level)): open(.object(level))
        case (UInt8(ascii: "{"), _), (UInt8(ascii: "["), .entries):
            begin(.entry, at: index)
            depth = 1
        case (_, .entries):
            begin(.scalar, at: index)
            isInString = byte == UInt8(ascii: "\"")
        default: begin(.garbage, at: index)
        }
    }

    private mutating func begin(_ mode: Mode, at index: Int) {
        self.mode = mode
        start = index
    }

    /// Processes a byte after a name of an object.
    private mutating func value(_ byte: UInt8, isOnPath: Bool) {
        guard case .object(let level)? = frames.last else { return reset() }
        switch byte {
        case UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: break
        case UInt8(ascii: "[") where isOnPath:
            frames.append(level == path.count - 1 ? .entries : .list(level + 1))
            mode = .between
        case UInt8(ascii: "{") where isOnPath && level < path.count - 1:
            open(.object(level + 1))
        default:
            mode = .skipped
            depth = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") ? 1 : 0
            isInString = byte == UInt8(ascii: "\"")
            if byte == UInt8(ascii: ",") { mode = .name }
            if byte == UInt8(ascii: "}") { close() }
        }
    }

    private mutating func open(_ frame: Frame) {
        frames.append(frame)
        mode = .name
    }

    /// Ends a container around the entries.
    private mutating func close() {
        _ = frames.popLast()
        depth = 0
        if case .object? = frames.last {
            mode = .skipped
        } else {
            mode = .between
        }
    }

    /// Ends the entry; `nil` if there is none.
    private mutating func end(at index: Int, _ first: Int) -> EntryScanner.Found? {
        guard let open = openEntry else { return nil }
        let isCut = isInString || depth > 0
        mode = .between
        depth = 0
        isInString = false
        if isCut { frames.removeAll() }
        return EntryScanner.Found(start: open ?? first, end: index)
    }

    private mutating func reset() {
        mode = .between
        depth = 0
        frames.removeAll()
    }

    private var currentName: [UInt8]? {
        guard case .object(let level)? = frames.last else { return nil }
        return path[level]
    }

    private mutating func match(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard let name = currentName, var count = matched else { return }
        for index in range {
            guard count < name.count, name[count] == bytes[index] else { return matched = nil }
            count += 1
        }
        matched = count
    }

    /// The number of bytes of a string up to its closing quote or a line feed; `nil` if neither is there.
    private static func stringLength(
        _ base: UnsafeRawPointer, _ count: Int, _ isEscaped: inout Bool
    ) -> Int? {
        let bytes = UnsafeRawBufferPointer(start: base, count: count)
        for index in 0..<count {
            let byte = bytes[index]
            if byte == 0x0A {
                isEscaped = false
                return index
            }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return index
            }
        }
        return nil
    }
}
