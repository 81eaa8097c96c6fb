internal import CPeriluneJSON
public import PeriluneCore

/// Converts JSON documents to values, reusing its memory.
///
/// Not `Sendable`: a parser belongs to one thread.
package final class JSONParser {
    private let parser: OpaquePointer?
    /// A copy of the document with the padding that the index needs.
    private var padded: [UInt8] = []

    private let isCancelled: () -> Bool

    /// Creates a parser.
    ///
    /// `isCancelled` is called repeatedly while a large value is read. Once it returns true, the value is incomplete.
    package init(isCancelled: @escaping () -> Bool = { false }) {
        parser = cpj_parser_new()
        self.isCancelled = isCancelled
    }

    deinit { cpj_parser_free(parser) }

    /// The document as a value; the place of an error is the invalid byte.
    ///
    /// With `spellsOutOfRange`, a number that a value cannot represent becomes a string with its digits.
    package func value(
        of bytes: [UInt8], spellsOutOfRange: Bool = false
    ) throws(PeriluneError) -> Value {
        try withDocument(bytes) { (document) throws(PeriluneError) in
            try value(of: document, bytes, spelled: spellsOutOfRange ? 0..<UInt32.max : 0..<0)
        }
    }

    /// An array as a value, and a member of its first element as JSON; `nil` if there is none.
    ///
    /// In the member, a number that a value cannot represent becomes a string with its digits.
    package func value(
        of bytes: [UInt8], keeping member: String
    ) throws(PeriluneError) -> (value: Value, member: [UInt8]?) {
        try withDocument(bytes) { (document) throws(PeriluneError) in
            var name = member
            let node = name.withUTF8 { name in
                name.withMemoryRebound(to: CChar.self) {
                    cpj_member(document, cpj_first(document, 0), $0.baseAddress, $0.count)
                }
            }
            guard node != 0 else { return (try value(of: document, bytes), nil) }
            let text = cpj_raw(document, node)
            return (
                try value(of: document, bytes, spelled: node..<cpj_after(document, node)),
                Array(UnsafeBufferPointer(start: text.bytes, count: text.length))
            )
        }
    }

    private func value(
        of document: UnsafePointer<cpj_document>, _ bytes: [UInt8], spelled: Range<UInt32> = 0..<0
    ) throws(PeriluneError) -> Value {
        do throws(JSONConversion.OutOfRange) {
            return try JSONConversion(
                document, spelled: spelled, hasUniqueNames: true, isCancelled: isCancelled
            ).value(at: 0)
        } catch {
            throw .numberOutOfRange(error.text, at: error.offset, in: bytes)
        }
    }

    /// The document as a tree that keeps the digits of numbers.
    package func tree(of bytes: [UInt8]) throws(PeriluneError) -> JSONTree {
        try withDocument(bytes) { (document) throws(PeriluneError) in
            JSONTree(document, 0)
        }
    }

    /// Throws if bytes are not one JSON document.
    package static func check(_ bytes: [UInt8]) throws(PeriluneError) {
        _ = try JSONParser().elements(of: bytes)
    }

    /// The elements of an array as JSON; `nil` if the document is not an array.
    package func elements(of bytes: [UInt8]) throws(PeriluneError) -> [[UInt8]]? {
        try withDocument(bytes) { (document) throws(PeriluneError) in
            guard cpj_kind(document, 0) == UInt8(ascii: "[") else { return nil }
            var elements: [[UInt8]] = []
            var element = cpj_first(document, 0)
            while element != 0 {
                let text = cpj_raw(document, element)
                elements.append(Array(UnsafeBufferPointer(start: text.bytes, count: text.length)))
                element = cpj_next(document, 0, element)
            }
            return elements
        }
    }

    func withDocument<Result>(
        _ bytes: [UInt8], _ body: (UnsafePointer<cpj_document>) throws(PeriluneError) -> Result
    ) throws(PeriluneError) -> Result {
        guard let parser else { throw .outOfMemory }
        padded.removeAll(keepingCapacity: true)
        padded.reserveCapacity(bytes.count + Int(CPJ_PADDING))
        padded.append(contentsOf: bytes)
        padded.append(contentsOf: repeatElement(0, count: Int(CPJ_PADDING)))
        return try padded.withUnsafeBufferPointer { text throws(PeriluneError) -> Result in
            var document = cpj_document()
            var error = cpj_error()
            let trusted = false
            guard
                cpj_parse(parser, text.baseAddress, bytes.count, trusted, &document, &error)
                    == CPJ_OK
            else { throw PeriluneError(error, in: bytes) }
            return try withUnsafePointer(to: document) {
                (document) throws(PeriluneError) in try body(document)
            }
        }
    }
}

extension Value {
    /// Reads a JSON document.
    public init(json bytes: [UInt8]) throws(PeriluneError) {
        self = try JSONParser().value(of: bytes)
    }

    /// Reads a JSON document that may have numbers of any size.
    ///
    /// A number that a value cannot represent becomes a string with its digits.
    package init(spellingNumbers bytes: some Sequence<UInt8>) throws(PeriluneError) {
        self = try JSONParser().value(of: Array(bytes), spellsOutOfRange: true)
    }

    /// Reads a JSON document.
    public init(json text: some StringProtocol) throws(PeriluneError) {
        try self.init(json: Array(text.utf8))
    }
}
