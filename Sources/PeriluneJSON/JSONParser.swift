internal import CPeriluneJSON
public import PeriluneCore

/// Reads JSON into values, one document after the other, always with the same memory.
///
/// Not `Sendable`: one parser belongs to one thread.
package final class JSONParser {
    private let parser: OpaquePointer?
    /// The document with the readable bytes behind it that the index needs.
    private var padded: [UInt8] = []

    package init() { parser = cpj_parser_new() }

    deinit { cpj_parser_free(parser) }

    /// The whole document as a value, or an error whose place is the byte that is wrong.
    package func value(of bytes: [UInt8]) throws(PeriluneError) -> Value {
        guard let parser else { throw .outOfMemory }
        padded.removeAll(keepingCapacity: true)
        padded.reserveCapacity(bytes.count + Int(CPJ_PADDING))
        padded.append(contentsOf: bytes)
        padded.append(contentsOf: repeatElement(0, count: Int(CPJ_PADDING)))
        return try padded.withUnsafeBufferPointer { text throws(PeriluneError) -> Value in
            var document = cpj_document()
            var error = cpj_error()
            let trusted = false
            guard
                cpj_parse(parser, text.baseAddress, bytes.count, trusted, &document, &error)
                    == CPJ_OK
            else { throw PeriluneError(error, in: bytes) }
            do throws(JSONConversion.OutOfRange) {
                return try JSONConversion(document).value(at: 0)
            } catch {
                throw .numberOutOfRange(error.text, at: error.offset, in: bytes)
            }
        }
    }
}

extension Value {
    /// Reads a JSON document.
    public init(json bytes: [UInt8]) throws(PeriluneError) {
        self = try JSONParser().value(of: bytes)
    }

    /// Reads a JSON document.
    public init(json text: some StringProtocol) throws(PeriluneError) {
        try self.init(json: Array(text.utf8))
    }
}
