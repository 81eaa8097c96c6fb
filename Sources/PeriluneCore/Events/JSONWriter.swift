/// Writes JSON text in UTF-8, without insignificant white space.
///
/// Members are written in the order of the calls. Only characters that JSON requires to be escaped are escaped.
public struct JSONWriter: Sendable {
    /// What has been written so far.
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// Creates a writer that has written nothing yet.
    public init(reserving capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Discards what was written but keeps the capacity.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Suppresses the comma before the next value, after raw bytes that end with an opening bracket.
    package mutating func separateNothing() { needsComma = false }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes an object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes an array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the name of the next member.
    public mutating func name(_ name: String) { self.name(name.utf8.span) }

    /// Writes the name of the next member, a constant without characters to escape.
    package mutating func name(plain name: StaticString) {
        let name = unsafe UnsafeRawBufferPointer(
            start: name.utf8Start, count: name.utf8CodeUnitCount)
        unsafe append(quoted: name, colon: true)
    }

    /// Writes the name of the next member, given as JSON with its colon.
    package mutating func name(json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = false
    }

    /// Writes the name of the next member.
    package mutating func name(_ name: Span<UInt8>) {
        if Self.isPlain(name) {
            return unsafe name.withUnsafeBytes { unsafe append(quoted: $0, colon: true) }
        }
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a value.
    public mutating func write(_ value: Value) {
        switch value {
        case .null: raw("null")
        case .bool(let value): raw(value ? "true" : "false")
        case .integer(let value): write(integer: value)
        case .number(let value): raw(value.isFinite ? value.description : "null")
        case .string(let text): write(text)
        case .array(let elements):
            beginArray()
            for element in elements { write(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members.pairs { write(member.name, member.value) }
            endObject()
        }
    }

    /// Writes a member.
    public mutating func write(_ name: String, _ value: Value) {
        self.name(name)
        write(value)
    }

    /// Writes a member whose value is a string.
    public mutating func write(_ name: String, _ text: String) {
        self.name(name)
        write(text)
    }

    /// Writes a string.
    public mutating func write(_ text: String) { write(text.utf8.span) }

    /// Writes a member whose value is a time.
    package mutating func write(_ name: String, _ time: Timestamp) {
        self.name(name)
        write(time)
    }

    /// Writes a time as a string.
    package mutating func write(_ time: Timestamp) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        time.write(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string that consists of two texts and a number, separated by slashes.
    mutating func write(path first: String, _ second: String, _ number: Int) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(escaping: first.utf8.span)
        bytes.append(UInt8(ascii: "/"))
        append(escaping: second.utf8.span)
        bytes.append(UInt8(ascii: "/"))
        append(decimal: Int64(number))
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string, given as UTF-8.
    package mutating func write(_ text: Span<UInt8>) {
        if Self.isPlain(text) {
            return unsafe text.withUnsafeBytes { unsafe append(quoted: $0, colon: false) }
        }
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(escaping: text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a string that consists of two texts; the second one has no characters to escape.
    package mutating func write(_ text: Span<UInt8>, then rest: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(escaping: text)
        append(rest)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes an integer.
    package mutating func write(integer: Int64) {
        separate()
        append(decimal: integer)
    }

    /// Writes a constant that is JSON already, such as a member.
    package mutating func raw(plain json: StaticString) {
        separate()
        append(json)
    }

    /// Appends at most `count` bytes; `body` writes the comma before them if it is needed.
    @inline(__always)
    mutating func append(atMost count: Int, _ body: (inout ByteCursor, _ needsComma: Bool) -> Void)
    {
        let needsComma = needsComma
        self.needsComma = true
        bytes.append(addingCapacity: count) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, written in
                guard let base = buffer.baseAddress else { return }
                var cursor = unsafe ByteCursor(UnsafeMutableRawPointer(base), room: count)
                unsafe body(&cursor, needsComma)
                written = unsafe cursor.place - UnsafeMutableRawPointer(base)
            }
        }
    }

    private mutating func append(escaping text: Span<UInt8>) {
        if Self.isPlain(text) {
            unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        } else {
            writeEscaped(text)
        }
    }

    /// Appends a string without characters to escape in one piece, since most of a record are names and short texts.
    private mutating func append(quoted text: UnsafeRawBufferPointer, colon: Bool) {
        let hasComma = needsComma
        needsComma = !colon
        bytes.append(addingCapacity: text.count + 4) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                guard let base = buffer.baseAddress else { return }
                var place = UnsafeMutableRawPointer(base)
                if hasComma {
                    unsafe place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
                    unsafe place += 1
                }
                unsafe place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
                unsafe place += 1
                if let start = text.baseAddress {
                    unsafe place.copyMemory(from: start, byteCount: text.count)
                    unsafe place += text.count
                }
                unsafe place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
                unsafe place += 1
                if colon {
                    unsafe place.storeBytes(of: UInt8(ascii: ":"), as: UInt8.self)
                    unsafe place += 1
                }
                count = unsafe place - UnsafeMutableRawPointer(base)
            }
        }
    }

    private mutating func append(_ text: StaticString) {
        let text = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        unsafe bytes.append(contentsOf: text)
    }

    private mutating func append(decimal number: Int64) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var unit: UInt64 = 1
        while rest / unit >= 10 { unit *= 10 }
        while unit > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        }
    }

    /// Whether nothing in a text needs to be escaped.
    private static func isPlain(_ text: Span<UInt8>) -> Bool {
        !ByteWords.contain(text, isEscaped)
    }

    /// Whether any of eight bytes needs to be escaped.
    @inline(__always)
    static func isEscaped(_ word: ByteWords) -> Bool {
        word.containsControl || word.contains(UInt8(ascii: "\""))
            || word.contains(UInt8(ascii: "\\"))
    }

    private mutating func writeEscaped(_ text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(Self.hexadecimal(byte >> 4))
                bytes.append(Self.hexadecimal(byte & 15))
            default: bytes.append(byte)
            }
        }
    }

    /// Writes text that is JSON already.
    public mutating func raw(_ json: some StringProtocol) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    /// Writes bytes that are JSON already.
    public mutating func raw(json: [UInt8]) {
        unsafe json.withUnsafeBytes { json in
            unsafe raw(atMost: json.count) { cursor in unsafe cursor.put(json) }
        }
    }

    /// Writes an array; `write` may write several values for each element.
    package mutating func list<Elements: Sequence>(
        _ elements: Elements, write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// Ends the line of a JSONL file.
    public mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
}

extension Value {
    /// The value as JSON text.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
