import PeriluneCore

/// An emitted value as a CloudEvent, of which it is the data.
package enum EmittedEvent {
    /// The source of values that are emitted to the output without a name; of others, it is the name of the output.
    package static let source = "perilune"

    /// What the ids of the events of one event and one delegate begin with: `/shop/1/copy.lua`.
    ///
    /// A `/` in the id or the delegate is `%2F`, so that no other event and delegate have the same; a source has them as
    /// they are.
    package static func identity(_ source: String, _ id: String, _ delegate: String) -> String {
        "\(source)/\(part(id))/\(part(delegate))"
    }

    private static func part(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == slash || $0 == percent }) else { return text }
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == slash {
                encoded += "%2F".utf8
            } else if byte == percent, isEscape(bytes[(index + 1)...].prefix(2)) {
                encoded += "%25".utf8
            } else {
                encoded.append(byte)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Whether these bytes behind a percent sign would read as one of the two that are encoded.
    private static func isEscape(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.elementsEqual("2F".utf8) || digits.elementsEqual("25".utf8)
    }

    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")

    /// The event; `id` identifies the value within its source, and stays the same when the value is emitted again.
    package static func json(id: String, source: String, data: some Sequence<UInt8>) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("specversion", "1.0")
        writer.write("id", id)
        writer.write("source", source)
        writer.write("type", "perilune.emitted")
        writer.endObject()
        return writer.bytes.dropLast() + Array(#","data":"#.utf8) + data + [UInt8(ascii: "}")]
    }
}
