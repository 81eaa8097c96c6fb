/// Header fields: names are compared without regard to case, order and repetitions are kept.
///
/// They are kept packed in one array, because a server makes one of these for each request and most
/// fields are never read: strings are made on demand.
public struct HTTPHeaders: Sendable, ExpressibleByArrayLiteral {
    /// The fields one after another: two lengths of four bytes, name, 0, value, 0.
    ///
    /// The zeros let a C library use a field in place.
    @usableFromInline package private(set) var packed: [UInt8]

    /// Creates an empty list of fields.
    public init() { packed = [] }

    /// Creates a list of these fields.
    public init(arrayLiteral elements: (String, String)...) {
        packed = []
        for (name, value) in elements { add(name, value) }
    }

    /// Names and values, in order; the array is built at each access.
    public var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        forEachField { name, value in fields.append((text(name), text(value))) }
        return fields
    }

    /// The fields, with `nil` for each value that is not UTF-8.
    ///
    /// ``fields`` repairs such values, so that different values may become equal.
    package var validatedFields: [(name: String, value: String?)] {
        var fields: [(name: String, value: String?)] = []
        forEachField { name, value in
            fields.append((text(name), String(validating: packed[value], as: UTF8.self)))
        }
        return fields
    }

    /// All values of a name; `nil` if one is not UTF-8.
    package func validated(_ name: String) -> [String]? {
        var values: [String]? = []
        forEachField { field, value in
            guard same(field, name) else { return }
            if let text = String(validating: packed[value], as: UTF8.self) {
                values?.append(text)
            } else {
                values = nil
            }
        }
        return values
    }

    /// The first value of a name; setting replaces all of that name, `nil` removes them.
    public subscript(name: String) -> String? {
        get {
            var position = 0
            while let field = field(at: &position) {
                if same(field.name, name) { return text(field.value) }
            }
            return nil
        }
        set {
            var kept: [UInt8] = []
            var position = 0
            var start = 0
            while let field = field(at: &position) {
                if !same(field.name, name) { kept += packed[start..<position] }
                start = position
            }
            packed = kept
            if let newValue { add(name, newValue) }
        }
    }

    /// All values of a name.
    public func all(_ name: String) -> [String] {
        var values: [String] = []
        forEachField { if same($0, name) { values.append(text($1)) } }
        return values
    }

    /// Adds a field; fields with the same name stay.
    public mutating func add(_ name: String, _ value: String) {
        add(name: name.utf8, value: value.utf8)
    }

    /// Adds a field from the bytes of a parser.
    @inlinable
    package mutating func add(name: some Collection<UInt8>, value: some Collection<UInt8>) {
        packed.reserveCapacity(packed.count + name.count + value.count + 10)
        appendLength(name.count)
        appendLength(value.count)
        packed.append(contentsOf: name)
        packed.append(0)
        packed.append(contentsOf: value)
        packed.append(0)
    }

    /// Reserves capacity for packed fields.
    package mutating func reserve(_ bytes: Int) { packed.reserveCapacity(bytes) }

    /// Calls `body` with the ranges of each field's name and value in `packed`, in order; both are followed by a
    /// zero.
    package func forEachField(_ body: (_ name: Range<Int>, _ value: Range<Int>) -> Void) {
        var position = 0
        while let field = field(at: &position) { body(field.name, field.value) }
    }

    @usableFromInline
    mutating func appendLength(_ length: Int) {
        let length = UInt32(truncatingIfNeeded: length)
        packed.append(UInt8(truncatingIfNeeded: length))
        packed.append(UInt8(truncatingIfNeeded: length >> 8))
        packed.append(UInt8(truncatingIfNeeded: length >> 16))
        packed.append(UInt8(truncatingIfNeeded: length >> 24))
    }

    /// Reads the field at a position, and moves the position to the next field.
    private func field(at position: inout Int) -> (name: Range<Int>, value: Range<Int>)? {
        guard position < packed.count else { return nil }
        let name = position + 8..<position + 8 + length(at: position)
        let value = name.upperBound + 1..<name.upperBound + 1 + length(at: position + 4)
        position = value.upperBound + 1
        return (name, value)
    }

    private func length(at position: Int) -> Int {
        Int(packed[position]) | Int(packed[position + 1]) << 8
            | Int(packed[position + 2]) << 16 | Int(packed[position + 3]) << 24
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: packed[range], as: UTF8.self)
    }

    private func same(_ range: Range<Int>, _ name: String) -> Bool {
        range.count == name.utf8.count
            && zip(packed[range], name.utf8).allSatisfy { Self.lower($0) == Self.lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (65...90).contains(byte) ? byte | 0x20 : byte
    }
}
