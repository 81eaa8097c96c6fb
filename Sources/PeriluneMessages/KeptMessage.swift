import PeriluneCore
import PeriluneHTTP

/// A message with its headers as one piece of bytes: an entry of the quarantine of which the body alone is another event.
///
/// ```text
/// perilune-message: 2026-01-01T00:00:00Z
/// ce-id: 7
///
/// body
/// ```
///
/// The time is that of the message. Bytes of headers that are not printable ASCII are percent-encoded, and so are colons in
/// names.
struct KeptMessage {
    let headers: HTTPHeaders
    let body: [UInt8]
    let time: Timestamp

    /// The first bytes, with which no JSON text begins.
    private static let start = Array("perilune-message: ".utf8)

    /// Whether bytes could be mistaken for a kept message.
    static func isLike(_ bytes: [UInt8]) -> Bool { bytes.starts(with: start) }

    static func bytes(of message: ReceivedMessage) -> [UInt8] {
        let headers = message.headers
        var bytes = start + message.attributes.time.description.utf8
        bytes.append(.lineEnd)
        headers.forEachField { name, value in
            encode(headers.packed[name], isName: true, to: &bytes)
            bytes += [.colon, .space]
            encode(headers.packed[value], isName: false, to: &bytes)
            bytes.append(.lineEnd)
        }
        bytes.append(.lineEnd)
        return bytes + message.data
    }

    /// Parses a kept message; `nil` for another entry.
    init?(_ bytes: [UInt8]) {
        guard Self.isLike(bytes) else { return nil }
        var rest = bytes.dropFirst(Self.start.count)
        guard let end = rest.firstIndex(of: .lineEnd),
            let time = String(validating: rest[..<end], as: UTF8.self).flatMap({ Timestamp($0) })
        else { return nil }
        self.time = time
        rest = rest[(end + 1)...]
        var headers = HTTPHeaders()
        while let end = rest.firstIndex(of: .lineEnd) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.isEmpty {
                self.headers = headers
                body = Array(rest)
                return
            }
            guard let colon = line.firstIndex(of: .colon),
                let name = Self.decode(line[..<colon]),
                let value = Self.decode(line[(colon + 1)...].dropFirst())
            else { return nil }
            headers.add(name: name, value: value)
        }
        return nil
    }

    private static func encode(_ field: ArraySlice<UInt8>, isName: Bool, to bytes: inout [UInt8]) {
        for byte in field {
            if (0x20...0x7E).contains(byte), byte != .percent, !isName || byte != .colon {
                bytes.append(byte)
            } else {
                bytes += [.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
    }

    private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == .percent else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next()?.hexadecimalValue,
                let low = rest.next()?.hexadecimalValue
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
    fileprivate static let lineEnd = UInt8(ascii: "\n")
    fileprivate static let colon = UInt8(ascii: ":")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let percent = UInt8(ascii: "%")
}
