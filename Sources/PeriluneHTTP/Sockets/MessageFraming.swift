import Glibc
import PeriluneCore

/// How a connection is divided into messages.
package enum SocketFraming: String, CaseIterable, Sendable {
    /// A line feed or a zero byte ends a message.
    case lines
    /// A message with its length before it, `5 hello`, if it begins with a digit (octet counting of RFC 6587); a line
    /// otherwise.
    case syslog
}

/// Divides the bytes of one connection into messages.
struct MessageFraming {
    private let framing: SocketFraming
    private let limit: Int
    /// The beginning of a message whose end has not arrived.
    private var rest: [UInt8] = []
    /// The number of bytes to skip of a message that is too long; `Int.max` up to the end of its line.
    private var skipped = 0

    /// The maximum number of digits of a length.
    private static let mostDigits = 9
    private static let lineFeed = UInt8(ascii: "\n")

    init(_ framing: SocketFraming, limit: Int) {
        self.framing = framing
        self.limit = limit
    }

    /// Adds received bytes; returns false if the rest of the connection cannot be split into messages.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, into messages: inout SocketMessages
    ) -> Bool {
        var bytes = bytes
        if skipped > 0 { bytes = skip(bytes) }
        if rest.isEmpty {
            guard let used = divide(bytes, &messages) else { return false }
            rest.append(contentsOf: bytes[used...])
        } else {
            var joined = rest
            rest = []
            joined.append(contentsOf: bytes)
            let used = joined.withUnsafeBytes { divide($0, &messages) }
            guard let used else { return false }
            rest = used == 0 ? joined : Array(joined[used...])
        }
        return true
    }

    /// Adds the rest when the connection ends; a line without an end counts as a message.
    mutating func end(into messages: inout SocketMessages) {
        let isPart = startsWithLength(rest.first)
        rest.withUnsafeBytes {
            messages.append(
                $0, isPart ? Self.framingError("the connection ended within a message") : nil)
        }
        rest = []
    }

    /// Splits bytes from the beginning of a message on; returns the number of bytes in whole messages.
    private mutating func divide(
        _ bytes: UnsafeRawBufferPointer, _ messages: inout SocketMessages
    ) -> Int? {
        var index = 0
        while index < bytes.count, skipped == 0 {
            let left = UnsafeRawBufferPointer(rebasing: bytes[index...])
            if startsWithLength(left[0]) {
                switch Self.length(left) {
                case .incomplete: return index
                case .invalid:
                    messages.append(
                        UnsafeRawBufferPointer(rebasing: left.prefix(limit)),
                        Self.framingError(
                            "the length before the message is not a number and a space"))
                    return nil
                case .known(let start, let length) where length > limit:
                    let here = min(left.count, start + length)
                    let kept = left[start..<min(here, start + limit)]
                    // Waits for the beginning of the message, which goes to the quarantine.
                    if left.count < start + limit { return index }
                    messages.append(UnsafeRawBufferPointer(rebasing: kept), tooLong)
                    skipped = start + length - here
                    index += here
                case .known(let start, let length):
                    guard left.count >= start + length else { return index }
                    messages.append(
                        UnsafeRawBufferPointer(rebasing: left[start..<(start + length)]))
                    index += start + length
                }
            } else if let end = Self.end(left.prefix(limit + 1)) {
                messages.append(UnsafeRawBufferPointer(rebasing: left[..<end]))
                index += end + 1
            } else if left.count > limit {
                messages.append(UnsafeRawBufferPointer(rebasing: left[..<limit]), tooLong)
                skipped = .max
                let behind = UnsafeRawBufferPointer(rebasing: left[limit...])
                index = bytes.count - skip(behind).count
            } else {
                return index
            }
        }
        return index
    }

    /// The bytes after the rest of a message that is too long.
    private mutating func skip(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        if skipped == .max {
            guard let end = Self.end(bytes[...]) else {
                return .init(rebasing: bytes[bytes.count...])
            }
            skipped = 0
            return UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...])
        }
        let count = min(skipped, bytes.count)
        skipped -= count
        return UnsafeRawBufferPointer(rebasing: bytes[count...])
    }

    private func startsWithLength(_ byte: UInt8?) -> Bool {
        framing == .syslog && byte.map { (0x31...0x39).contains($0) } == true
    }

    private enum Length {
        case known(start: Int, Int)
        case incomplete
        case invalid
    }

    private static func length(_ bytes: UnsafeRawBufferPointer) -> Length {
        var length = 0
        for (index, byte) in bytes.prefix(mostDigits + 1).enumerated() {
            if byte == 0x20 { return .known(start: index + 1, length) }
            guard (0x30...0x39).contains(byte), index < mostDigits else { return .invalid }
            length = length * 10 + Int(byte - 0x30)
        }
        return .incomplete
    }

    /// The index of the line feed or zero byte that ends a message.
    private static func end(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        guard let base = bytes.baseAddress else { return nil }
        let feed = memchr(base, Int32(lineFeed), bytes.count).map { UnsafeRawPointer($0) - base }
        let zero = memchr(base, 0, feed ?? bytes.count).map { UnsafeRawPointer($0) - base }
        return zero ?? feed
    }

    private var tooLong: PeriluneError { Self.tooLong(limit) }

    /// The error of a message of which only the beginning is kept.
    static func tooLong(_ limit: Int) -> PeriluneError {
        PeriluneError(
            "socket.size", "the message is longer than \(limit) bytes; this is its beginning",
            hint: "raise the setting maxMessage")
    }

    private static func framingError(_ what: String) -> PeriluneError {
        PeriluneError("socket.framing", what)
    }
}
