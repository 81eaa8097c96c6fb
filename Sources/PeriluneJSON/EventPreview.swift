internal import CPeriluneJSON
package import PeriluneCore

/// An event that has not been written yet, for testing conditions of delegates.
///
/// It reads values from the entry. If that is not possible, it sets `isInsufficient`, and its results must not be
/// used.
package final class EventPreview: EventContent {
    /// Whether a condition needed something that only the written event has.
    package private(set) var isInsufficient = false
    /// The number that the reader will give the type; negative if it gives none.
    package private(set) var typeNumber = -1

    /// The reader that numbers types.
    private let reader: JSONEvent
    private let text = EventBuilder()
    private var decoder: (any PreviewingDecoder)?
    private var entry = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The paths that were read, with their numbers in the decoder.
    private var fields: [(path: FieldPath, number: Int?)] = []
    private var hasType = false

    /// Creates a preview for events of a reader.
    package init(_ reader: JSONEvent) { self.reader = reader }

    /// Shows the entry that the decoder has examined, which must stay in memory.
    ///
    /// - Returns: Whether the type is known; if not, the preview must not be used.
    package func show(_ entry: UnsafeRawBufferPointer, of decoder: any PreviewingDecoder) -> Bool {
        if self.decoder !== decoder {
            self.decoder = decoder
            fields = []
            hasType = false
        }
        self.entry = entry
        isInsufficient = false
        if hasType, decoder.hasConstantType { return true }
        text.removeAll()
        hasType =
            decoder.writeType(of: Span(_unsafeBytes: entry), to: text) && text.count > 0
            && !text.contains(UInt8(ascii: "\\"))
        if hasType { typeNumber = reader.number(ofType: text) }
        return hasType
    }

    /// The type, which is known whenever a preview is shown.
    package var type: String {
        var type = ""
        text.withBytes { type = String(decoding: $0, as: UTF8.self) }
        return type
    }

    /// The string or the short integer at a path; `nil` if there is none, or if `isInsufficient` is set.
    package func value(at path: FieldPath) throws(PeriluneError) -> Value? {
        var value: Value?
        read(path) { kind, text in
            if kind == .string {
                value = (try? text.text()).map { .string($0) }
            } else {
                value = text.shortInteger.map { .integer($0) }
                if value == nil { isInsufficient = true }
            }
        }
        return value
    }

    /// The string at a path; `nil` for other values, or if `isInsufficient` is set.
    package func string(at path: FieldPath) -> String? {
        var string: String?
        withString(at: path) { string = try? $0.text() }
        return string
    }

    /// Calls `body` with the string at a path as it is in the entry; false for other values, or if `isInsufficient`
    /// is set.
    @discardableResult
    package func withString(at path: FieldPath, _ body: (Span<UInt8>) -> Void) -> Bool {
        var isString = false
        read(path) { kind, text in
            guard kind == .string else { return }
            isString = true
            body(text)
        }
        return isString
    }

    /// Calls `body` with a string or a scalar.
    private func read(_ path: FieldPath, _ body: (PreviewedValue, Span<UInt8>) -> Void) {
        guard let decoder, let field = field(at: path, decoder) else {
            isInsufficient = true
            return
        }
        decoder.withValue(field, of: Span(_unsafeBytes: entry)) { kind, text in
            switch kind {
            case .string, .scalar: body(kind, text)
            case .unknown: isInsufficient = true
            case .nothing: break
            }
        }
    }

    private func field(at path: FieldPath, _ decoder: any PreviewingDecoder) -> Int? {
        for field in fields where field.path == path { return field.number }
        let number = decoder.field(at: path)
        fields.append((path, number))
        return number
    }

    // MARK: - Members that only the written event has

    package var id: String { insufficient("") }
    package var source: String { insufficient("") }
    package var time: String? { insufficient(nil) }
    package var json: [UInt8] { insufficient([]) }

    private func insufficient<Answer>(_ answer: Answer) -> Answer {
        isInsufficient = true
        return answer
    }
}

extension Span<UInt8> {
    /// The integer, if it has few digits.
    fileprivate var shortInteger: Int64? {
        guard (1...18).contains(count) else { return nil }
        var integer: Int64 = 0
        for index in indices {
            let digit = Int64(self[index]) - 0x30
            guard (0...9).contains(digit) else { return nil }
            integer = integer * 10 + digit
        }
        return integer
    }
}
