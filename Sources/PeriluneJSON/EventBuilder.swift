internal import CPeriluneJSON
internal import Glibc
internal import PeriluneCore

/// Writes an event together with the index of its structure, so that it need not be parsed.
///
/// A name or an attribute must precede each value. A builder reuses its memory for the next event.
package final class EventBuilder {
    /// The attributes of the envelope, and the data.
    package enum Attribute: UInt32, Sendable {
        // In the order of cpj_attribute.
        case id, source, type, specversion, time, subject, partitionkey, data

        fileprivate var number: cpj_attribute { cpj_attribute(rawValue) }
    }

    /// A position before an attribute.
    package struct Mark {
        fileprivate let text: Int
        fileprivate let nodes: UInt32
    }

    let builder: UnsafeMutablePointer<cpj_builder>

    package init() {
        builder = .allocate(capacity: 1)
        builder.initialize(to: cpj_builder())
    }

    deinit {
        cpj_builder_free(builder)
        builder.deallocate()
    }

    /// Discards the event.
    package func removeAll() { builder.pointee.text.count = 0 }

    /// Discards the event, and begins the next one.
    package func beginEvent() { cpj_build_event(builder) }

    /// Makes the next read validate the whole event, because names may be repeated.
    package func requireParse() { builder.pointee.must_parse = true }

    /// Opens an object as the value of the attribute or the name before it.
    package func beginObject() { cpj_build_open(builder) }
    /// Closes an object; the event itself is closed in the same way.
    package func endObject() { cpj_build_close(builder) }

    /// Begins a list; ``element()`` begins each of its elements.
    package func beginList() { cpj_build_open_list(builder) }
    /// Ends the list that ``beginList()`` began.
    package func endList() { cpj_build_close_list(builder) }
    /// Begins an element of a list.
    package func element() { cpj_build_element(builder) }

    /// Writes the name of an attribute, which the event must not have yet; its value follows.
    package func attribute(_ attribute: Attribute) {
        cpj_build_attribute(builder, attribute.number)
    }

    /// Writes an attribute with its value as JSON.
    package func attribute(_ attribute: Attribute, json: Span<UInt8>) {
        json.withUnsafeBufferPointer {
            cpj_build_constant(builder, attribute.number, $0.baseAddress, $0.count)
        }
    }

    /// Writes an attribute with its value as JSON.
    package func attribute(_ attribute: Attribute, json: StaticString) {
        cpj_build_constant(
            builder, attribute.number, json.utf8Start, json.utf8CodeUnitCount)
    }

    /// Writes a member with a string.
    package func member(_ number: Int, of names: MemberNames, _ text: Span<UInt8>) {
        text.withUnsafeBufferPointer {
            cpj_build_member(builder, names[number], $0.baseAddress, $0.count)
        }
    }

    /// Writes members with strings from ranges of a text, one for each name.
    package func members(
        of names: MemberNames, _ ranges: Span<TextRange>, in text: Span<UInt8>
    ) {
        precondition(ranges.count == names.count, "there must be as many values as names")
        text.withUnsafeBufferPointer { text in
            ranges.withUnsafeBytes {
                cpj_build_members(
                    builder, names.first, $0.baseAddress?.assumingMemoryBound(to: cpj_range.self),
                    names.count, text.baseAddress, text.count)
            }
        }
    }

    /// Writes the name of a member by its number.
    package func name(_ number: Int, of names: MemberNames) {
        cpj_build_name(builder, names[number])
    }

    /// Writes a name, escaping it if necessary.
    package func name(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { cpj_build_plain_name(builder, $0.baseAddress, $0.count) }
    }

    /// Writes a string; the text must be UTF-8.
    package func string(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { cpj_build_string(builder, $0.baseAddress, $0.count) }
    }

    /// Writes a number, true, false or null.
    package func scalar(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { cpj_build_scalar(builder, $0.baseAddress, $0.count) }
    }

    /// Writes a number, true, false or null.
    package func scalar(_ text: StaticString) {
        cpj_build_scalar(builder, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Writes a document unchanged.
    package func value(_ document: JSONDocument) {
        cpj_build_document(builder, document.address)
    }

    /// Writes a value of a document unchanged.
    package func value(_ node: JSONNode, of document: JSONDocument) {
        cpj_build_value(builder, document.address, document.checked(node))
    }

    /// Writes the name of a member: a string of a document without escapes, which must be new in the object.
    package func name(_ node: JSONNode, of document: JSONDocument) {
        cpj_build_key(builder, document.address, document.checked(node))
    }

    /// Begins an attribute with a string that is written in pieces.
    package func beginString(_ attribute: Attribute) {
        cpj_build_open_string(builder, attribute.number)
    }

    /// Begins a string that is written in pieces.
    package func beginString() { cpj_build_begin_string(builder) }

    /// Ends the string that ``beginString(_:)`` began.
    package func endString() { cpj_build_close_string(builder) }

    /// Writes a piece of a string, escaping it if necessary.
    package func append(_ text: Span<UInt8>) {
        text.withUnsafeBufferPointer { cpj_build_text(builder, $0.baseAddress, $0.count) }
    }

    /// Writes a piece of a string that is already escaped.
    package func append(escaped text: Span<UInt8>) {
        text.withUnsafeBufferPointer { cpj_put(&builder.pointee.text, $0.baseAddress, $0.count) }
    }

    /// Writes a string of a document without escapes as a piece, with ASCII letters in lower case.
    package func append(lowercased node: JSONNode, of document: JSONDocument) {
        let text = cpj_string(document.address, document.checked(node))
        cpj_build_lower(builder, text.bytes, text.length)
    }

    /// Writes a constant without characters to escape as a piece.
    package func append(_ text: StaticString) {
        cpj_put(&builder.pointee.text, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Writes the decimal digits of a number as a piece.
    package func append(_ number: Int) {
        cpj_put_integer(&builder.pointee.text, Int64(number))
    }

    /// The number of bytes written.
    package var count: Int { builder.pointee.text.count }

    /// The current position, to which ``remove(_:at:)`` returns.
    package var mark: Mark { Mark(text: builder.pointee.text.count, nodes: builder.pointee.count) }

    /// Removes the end of a string in pieces, down to a number of bytes.
    package func removeText(to count: Int) {
        builder.pointee.text.count = min(count, builder.pointee.text.count)
    }

    /// Removes an attribute that began at a position.
    package func remove(_ attribute: Attribute, at mark: Mark) {
        cpj_build_back(builder, mark.text, mark.nodes, attribute.number)
    }

    /// The text from a position on.
    package func text(from start: Int) -> String {
        let bytes = UnsafeBufferPointer(start: builder.pointee.text.bytes, count: count)
        return String(decoding: bytes[min(start, count)...], as: UTF8.self)
    }

    /// The bytes written.
    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: builder.pointee.text.bytes, count: count))
    }

    /// Whether a byte occurs in the text.
    package func contains(_ byte: UInt8) -> Bool {
        count > 0 && memchr(builder.pointee.text.bytes, Int32(byte), count) != nil
    }

    /// Calls `body` with the bytes, followed by the padding that a reader needs.
    package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        body(UnsafeRawBufferPointer(start: builder.pointee.text.bytes, count: count))
    }
}

/// A range of the UTF-8 bytes of a text, with its end excluded.
package struct TextRange: BitwiseCopyable, Sendable {
    package var start: Int
    package var end: Int

    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }
}

/// Names of members, already encoded as JSON.
package final class MemberNames {
    private let names: UnsafeMutableBufferPointer<cpj_name>
    /// Whether a name is repeated.
    package let haveRepeats: Bool

    package init(_ names: [String]) {
        haveRepeats = Set(names).count < names.count
        self.names = .allocate(capacity: names.count)
        for (number, name) in names.enumerated() {
            var writer = JSONWriter()
            writer.name(name)
            let text = UnsafeMutableBufferPointer<UInt8>.allocate(
                capacity: writer.bytes.count + Int(CPJ_NAME_PADDING))
            text.initialize(repeating: 0)
            _ = text.update(fromContentsOf: writer.bytes)
            self.names.initializeElement(
                at: number,
                to: cpj_name(
                    text: text.baseAddress, length: UInt32(writer.bytes.count),
                    is_escaped: writer.bytes.contains(UInt8(ascii: "\\"))))
        }
    }

    deinit {
        for name in names { UnsafePointer(name.text)?.deallocate() }
        names.deallocate()
    }

    /// The number of names, and of the values that ``EventBuilder/members(of:_:in:)`` needs.
    package var count: Int { names.count }

    fileprivate var first: UnsafePointer<cpj_name>? { UnsafePointer(names.baseAddress) }

    fileprivate subscript(number: Int) -> UnsafePointer<cpj_name>? {
        precondition(names.indices.contains(number), "no member has this number")
        return names.baseAddress.map { UnsafePointer($0 + number) }
    }
}
