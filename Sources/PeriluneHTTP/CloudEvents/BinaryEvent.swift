package import PeriluneCore

/// Converts an event in binary mode, with attributes in headers and data in the body, to JSON.
package struct BinaryEvent {
    /// The event in structured mode, with the required attributes first.
    package let json: [UInt8]

    private static let prefix = "ce-"
    /// The attributes that are written first; the others follow in the order of the headers.
    private static let required = ["specversion", "id", "source", "type"]

    /// Reads headers and a body; `checkJSON` throws if bytes are not one JSON document.
    package init(
        _ request: HTTPRequest, _ type: MediaType,
        checkJSON: ([UInt8]) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        var attributes = Value.Members()
        for field in request.headers.validatedFields {
            let header = field.name.lowercased()
            guard header.hasPrefix(Self.prefix) else { continue }
            let name = String(header.dropFirst(Self.prefix.count))
            try Self.check(name)
            guard attributes[name] == nil else {
                throw PeriluneError("event.duplicate", "duplicate header ce-\(name)")
            }
            guard let value = field.value else { throw Self.notUTF8("ce-\(name)") }
            attributes[name] = .string(try Self.decode(value, name))
        }
        if attributes.pairs.isEmpty {
            throw PeriluneError(
                "event.media-type",
                "the request is not a CloudEvent: \(Self.found(request)), and there are no ce- headers",
                hint: "send the event with Content-Type: application/cloudevents+json")
        }
        var writer = JSONWriter(reserving: request.body.count + 512)
        writer.beginObject()
        for name in Self.required {
            if let value = attributes[name] { writer.write(name, value) }
            attributes[name] = nil
        }
        for member in attributes.pairs { writer.write(member.name, member.value) }
        guard let contentTypes = request.headers.validated("content-type") else {
            throw Self.notUTF8("Content-Type")
        }
        if let contentType = contentTypes.first {
            writer.write("datacontenttype", contentType)
        }
        try Self.write(request.body, type, to: &writer, checkJSON)
        writer.endObject()
        json = writer.bytes
    }

    /// Whether a request has attributes in its headers.
    package static func isBinaryMode(_ request: HTTPRequest) -> Bool {
        request.headers[prefix + "specversion"] != nil
    }

    private static func found(_ request: HTTPRequest) -> String {
        guard let type = request.headers["content-type"] else { return "it has no Content-Type" }
        return "the Content-Type is \(type), which is not a CloudEvents type"
    }

    /// The error for a header that is not UTF-8; if it were repaired, different ids could become equal.
    private static func notUTF8(_ header: String) -> PeriluneError {
        PeriluneError(
            "event.attribute", "the header \(header) is not valid UTF-8",
            hint: "encode the attribute as UTF-8, or percent-encode its UTF-8 bytes")
    }

    private static func check(_ name: String) throws(PeriluneError) {
        let isName = name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
        guard isName, !name.isEmpty, name != "data", name != "datacontenttype" else {
            throw PeriluneError(
                "event.attribute", "'ce-\(name)' is not a valid CloudEvents attribute",
                hint:
                    "attribute names have letters and digits only; give the type of the data in Content-Type"
            )
        }
    }

    /// Decodes quotes and backslashes of older senders, then one level of percent-encoding.
    private static func decode(_ value: String, _ name: String) throws(PeriluneError) -> String {
        var text = value
        if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
            text = ""
            var isEscaped = false
            for character in value.dropFirst().dropLast() {
                if character == "\\", !isEscaped {
                    isEscaped = true
                } else {
                    text.append(character)
                    isEscaped = false
                }
            }
        }
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        guard let decoded = PercentEncoding.decode(text) else {
            throw PeriluneError(
                "event.attribute", "the header ce-\(name) is not percent-encoded UTF-8",
                hint: "write a literal percent sign as %25")
        }
        return decoded
    }

    /// Writes the data: JSON unchanged, text as a string, anything else in base64.
    private static func write(
        _ body: [UInt8], _ type: MediaType, to writer: inout JSONWriter,
        _ checkJSON: ([UInt8]) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        if body.isEmpty { return }
        if type.isJSON {
            // Checked on its own: within the event, an extra brace could end the event's object.
            try checkJSON(body)
            writer.name("data")
            writer.raw(json: body)
        } else if type.name.hasPrefix("text/"), let text = String(validating: body, as: UTF8.self) {
            writer.write("data", text)
        } else {
            writer.write("data_base64", Base64.encode(body))
        }
    }
}
