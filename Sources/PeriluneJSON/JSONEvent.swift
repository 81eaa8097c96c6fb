internal import CPeriluneJSON
internal import Glibc
package import PeriluneCore

/// A reader for events as they were received: each is parsed once, and values are read on demand.
///
/// A reader is reused for many events. The bytes belong to the caller, and must stay valid until the next event is
/// read; the `CPJ_PADDING` bytes after them must be readable.
package final class JSONEvent: EventContent {
    private let parser: OpaquePointer?
    private let document: UnsafeMutablePointer<cpj_document>
    /// The error of the last parse that failed.
    private let error: UnsafeMutablePointer<cpj_error>
    /// The reader's own copy of an event.
    private var own = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    /// The index of the event, if it is not in the parser.
    private var index: EventIndex?
    /// The names of types by number, as Swift strings.
    private var typeNames: [String?] = []

    /// Whether the reader numbers types; only one reader of a bus may, because the bus uses the numbers.
    private let numbersTypes: Bool

    /// Creates a reader.
    ///
    /// The types in `except` get no number, however they are spelled, so that their names must be compared.
    package init(numbersTypes: Bool = false, except types: [String] = []) {
        self.numbersTypes = numbersTypes
        parser = cpj_parser_new()
        if !numbersTypes, let parser { cpj_parser_leave_types(parser) }
        if let parser {
            for type in types {
                let isLeft = cpj_parser_leave_type(parser, type, type.utf8.count)
                precondition(isLeft, "no room for a reserved type")
            }
        }
        document = .allocate(capacity: 1)
        document.initialize(to: cpj_document())
        error = .allocate(capacity: 1)
        error.initialize(to: cpj_error())
    }

    deinit {
        cpj_parser_free(parser)
        document.deallocate()
        error.deallocate()
        own.deallocate()
    }

    /// The number of bytes that must be readable after an event.
    package static let padding = Int(CPJ_PADDING)

    /// The `cpj_document`, for the bridge to Lua.
    package var documentAddress: UnsafeRawPointer { UnsafeRawPointer(document) }

    /// Reads an event.
    ///
    /// `trusted` skips the validation of bytes that are not read.
    package func read(_ bytes: UnsafeRawBufferPointer, trusted: Bool) throws(PeriluneError) {
        let text = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let parser else { throw .outOfMemory }
        guard cpj_parse(parser, text, bytes.count, trusted, document, error) == CPJ_OK else {
            throw PeriluneError(error.pointee, in: Array(bytes))
        }
        try checkContent(trusted: trusted)
    }

    private func checkContent(trusted: Bool) throws(PeriluneError) {
        if document.pointee.type_id < 0 || !cpj_has_envelope(document) {
            try checkEnvelope()
        }
        if !trusted, !cpj_has_valid_attributes(document) { throw attributeError }
    }

    /// Reads the event of a builder, which must not begin another one before the next read.
    package func read(_ event: EventBuilder) throws(PeriluneError) {
        guard let parser else { throw .outOfMemory }
        guard cpj_adopt(parser, event.builder, document, error) == CPJ_OK else {
            var bytes: [UInt8] = []
            event.withBytes { bytes = Array($0) }
            throw PeriluneError(error.pointee, in: bytes)
        }
        try checkContent(trusted: false)
    }

    /// The number that this reader gives to the type in a builder, encoded as in an event; negative if there are too
    /// many types.
    func number(ofType type: EventBuilder) -> Int {
        guard numbersTypes, let parser else { return -1 }
        return Int(cpj_built_type(parser, type.builder))
    }

    /// Reads a copy of an event, which the reader keeps.
    package func read(copy bytes: [UInt8], trusted: Bool = false) throws(PeriluneError) {
        keep(bytes)
        try read(UnsafeRawBufferPointer(rebasing: own.prefix(bytes.count)), trusted: trusted)
    }

    private func keep(_ bytes: [UInt8]) {
        if own.count < bytes.count + Self.padding {
            own.deallocate()
            own = .allocate(byteCount: 2 * (bytes.count + Self.padding), alignment: 64)
        }
        own.copyBytes(from: bytes)
    }

    /// Reads a copy of an event, with its index.
    func read(
        copy bytes: [UInt8], _ owner: EventIndex, _ index: OpaquePointer
    ) throws(PeriluneError) {
        keep(bytes)
        guard let parser else { throw .outOfMemory }
        let text = own.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard cpj_read_indexed(parser, text, bytes.count, index, document) else {
            return try read(
                UnsafeRawBufferPointer(rebasing: own.prefix(bytes.count)), trusted: true)
        }
        self.index = owner
        try checkContent(trusted: true)
    }

    /// Reads an event that another reader has parsed.
    ///
    /// It is valid as long as the other reader keeps the event.
    package func point(at document: UnsafeRawPointer) {
        self.document.pointee = document.load(as: cpj_document.self)
        // The number of the type belongs to the other reader.
        self.document.pointee.type_id = -1
    }

    /// The id, decoded at each access; empty if the event has none.
    package var id: String { text(CPJ_ID) ?? "" }

    /// Calls `body` with the raw id, including escapes.
    @inline(__always)
    package func withSpelledID<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let text = cpj_string(document, document.pointee.envelope.0)
        return body(UnsafeBufferPointer(start: text.bytes, count: text.length).span)
    }

    /// The source, decoded at each access; empty if the event has none.
    package var source: String { text(CPJ_SOURCE) ?? "" }
    /// The time as it is written, decoded at each access; see ``microseconds``.
    package var time: String? { text(CPJ_TIME) }
    /// Whether the event has a time; cheaper than reading it.
    package var hasTime: Bool { document.pointee.envelope.4 != 0 }
    /// The number of the type among those that this reader has seen; negative if it does not number types, or has seen too many.
    package var typeNumber: Int { numbersTypes ? Int(document.pointee.type_id) : -1 }

    /// The type, decoded once for each type that has a number.
    package var type: String {
        let number = Int(document.pointee.type_id)
        guard number >= 0 else { return text(CPJ_TYPE) ?? "" }
        if number < typeNames.count, let name = typeNames[number] { return name }
        while typeNames.count <= number { typeNames.append(nil) }
        let name = text(CPJ_TYPE) ?? ""
        typeNames[number] = name
        return name
    }

    /// A copy of the event's bytes.
    package var json: [UInt8] {
        Array(UnsafeBufferPointer(start: document.pointee.bytes, count: document.pointee.length))
    }

    /// The hash of the ordering key: `partitionkey`, else `source`.
    package func hashPartitionKey() -> UInt64 {
        (attribute(CPJ_PARTITIONKEY) ?? attribute(CPJ_SOURCE)).map(hash) ?? FNV1a("").value
    }

    /// The hash of the value at a path; that of the empty key if there is none.
    package func hash(at path: FieldPath) -> UInt64 {
        node(at: path).map(hash) ?? FNV1a("").value
    }

    /// The time of the event in microseconds since 1970; nil if it has none.
    package var microseconds: Int64? {
        var time: Int64 = 0
        guard hasTime, cpj_event_time(document, &time) else { return nil }
        return time
    }

    /// Copies the value at a path; `nil` if there is none.
    ///
    /// - Throws: `json.number` if it contains a number that fits neither 64 bits nor a double.
    package func value(at path: FieldPath) throws(PeriluneError) -> Value? {
        guard let node = node(at: path) else { return nil }
        do throws(JSONConversion.OutOfRange) {
            return try JSONConversion(document).value(at: node)
        } catch {
            // Without the number, which may be a secret.
            throw PeriluneError(
                "json.number", "\(path): a number fits neither 64 bits nor a double")
        }
    }

    /// The string at a path without escapes; `nil` for other values.
    package func string(at path: FieldPath) -> String? {
        guard let node = node(at: path), cpj_kind(document, node) == UInt8(ascii: "\"") else {
            return nil
        }
        return JSONConversion.string(cpj_string(document, node))
    }

    /// Calls `body` with the string at a path, copied only if it has escapes; returns false for other values.
    @discardableResult
    package func withString(at path: FieldPath, _ body: (Span<UInt8>) -> Void) -> Bool {
        guard let node = node(at: path), cpj_kind(document, node) == UInt8(ascii: "\"") else {
            return false
        }
        let text = cpj_string(document, node)
        let bytes = UnsafeBufferPointer(start: text.bytes, count: text.length)
        if memchr(text.bytes, 0x5C, text.length) == nil {
            body(bytes.span)
        } else {
            let unescaped = Array(JSONConversion.string(text).utf8)
            body(unescaped.span)
        }
        return true
    }

    private func node(at path: FieldPath) -> UInt32? {
        let names = path.names
        var node: UInt32 = 0
        var first = 0
        if names.count > 1, names[0] == "data" {
            node = document.pointee.envelope.7
            if node == 0 { return nil }
            first = 1
        }
        for number in first..<names.count {
            var name = names[number]
            guard cpj_kind(document, node) == UInt8(ascii: "{") else { return nil }
            node = name.withUTF8 { key in
                key.withMemoryRebound(to: CChar.self) {
                    cpj_member(document, node, $0.baseAddress, $0.count)
                }
            }
            if node == 0 { return nil }
        }
        return node
    }

    private func attribute(_ attribute: cpj_attribute) -> UInt32? {
        let node = withUnsafeBytes(of: &document.pointee.envelope) {
            $0.loadUnaligned(fromByteOffset: Int(attribute.rawValue) * 4, as: UInt32.self)
        }
        return node == 0 ? nil : node
    }

    /// Whether an attribute is a string that is not empty, as CloudEvents requires.
    private func hasText(_ name: cpj_attribute) -> Bool {
        guard let node = attribute(name) else { return false }
        let quote = UInt8(ascii: "\"")
        let start = Int(document.pointee.index[Int(node)])
        return document.pointee.bytes[start] == quote && document.pointee.bytes[start + 1] != quote
    }

    private func text(_ name: cpj_attribute) -> String? {
        guard let node = attribute(name), hasText(name) else { return nil }
        return JSONConversion.string(cpj_string(document, node))
    }

    /// Throws if an attribute that CloudEvents requires is missing.
    private func checkEnvelope() throws(PeriluneError) {
        if cpj_kind(document, 0) != UInt8(ascii: "{") {
            throw PeriluneError(
                "event.object", "the line is JSON but not an event: an event is an object")
        }
        for (name, attribute) in [("id", CPJ_ID), ("source", CPJ_SOURCE), ("type", CPJ_TYPE)] {
            if let text = text(attribute), !text.isEmpty { continue }
            let present = self.attribute(attribute) != nil
            throw PeriluneError(
                PeriluneError.Code(rawValue: "event.\(name)"),
                present
                    ? "the event's \(name) must be a non-empty string"
                    : "the event has no \(name)",
                hint: "CloudEvents 1.0 requires id, source and type")
        }
    }

    /// The error for the first invalid optional attribute.
    private var attributeError: PeriluneError {
        for (name, node) in [
            ("id", attribute(CPJ_ID)), ("source", attribute(CPJ_SOURCE)),
            ("type", attribute(CPJ_TYPE)),
        ] {
            guard let node, !cpj_has_whole_characters(document, node) else { continue }
            return PeriluneError(
                "event.unicode", "the event's \(name) contains half of a surrogate pair",
                hint:
                    "an escape such as \\ud83d must be followed by the other half, such as \\ude00")
        }
        if let version = attribute(CPJ_SPECVERSION), !cpj_string_is(document, version, "1.0", 3) {
            return PeriluneError(
                "event.specversion", "the event's specversion must be \"1.0\"",
                hint: "write \"specversion\":\"1.0\"")
        }
        var time: Int64 = 0
        if attribute(CPJ_TIME) != nil, !cpj_event_time(document, &time) {
            return PeriluneError(
                "event.time", "the event's time is not a valid RFC 3339 time",
                hint: "write it like 2026-11-21T16:00:00Z")
        }
        if attribute(CPJ_DATA) != nil {
            return PeriluneError(
                "event.data", "the event has both data and data_base64",
                hint: "send JSON in data, and anything else in data_base64")
        }
        return PeriluneError(
            "event.data", "the event's data_base64 is not base64 text",
            hint: "encode the bytes with the alphabet A-Z a-z 0-9 + / and padding")
    }

    /// The hash of a value as an ordering key: of the decoded text of a string, or of the JSON of another value.
    private func hash(_ node: UInt32) -> UInt64 {
        let isString = cpj_kind(document, node) == UInt8(ascii: "\"")
        let text = isString ? cpj_string(document, node) : cpj_raw(document, node)
        let bytes = UnsafeBufferPointer(start: text.bytes, count: text.length)
        if isString, bytes.contains(UInt8(ascii: "\\")) {
            return FNV1a(JSONConversion.string(text)).value
        }
        return FNV1a(bytes).value
    }
}
