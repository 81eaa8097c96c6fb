import PeriluneCore

/// Wraps an emitted value as the data of a CloudEvent.
package enum EmittedEvent {
    /// The source of values of the default output; for named outputs, the source is the name of the output.
    package static let source = "perilune"

    /// The common beginning of the ids of events emitted by one delegate for one event: `/shop/1/copy.lua`.
    ///
    /// A `/` in the id or the name of the delegate is written as `%2F`, so that the result is unique; the source is
    /// unchanged.
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

    /// Whether these bytes after a percent sign would read as one of the two characters that are encoded.
    private static func isEscape(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.elementsEqual("2F".utf8) || digits.elementsEqual("25".utf8)
    }

    private static let slash = UInt8(ascii: "/")
    private static let percent = UInt8(ascii: "%")

    /// The event as JSON; `id` must be unique within the source, and the same if the value is emitted again.
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
