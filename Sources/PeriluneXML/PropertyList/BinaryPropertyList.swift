import PeriluneCore

/// Reads a binary property list: numbered objects that refer to each other, and a table of their offsets.
///
/// Values have no line. An object is counted each time it is referred to, so that a small file cannot expand into a
/// large value.
struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let limits: XMLLimits
    private let offsets: [Int]
    /// The size of an object reference in bytes.
    private let referenceSize: Int
    private var nodes = 0
    private var textBytes = 0

    static let start = Array("bplist00".utf8)
    private static let trailerSize = 32
    /// Microseconds from 1970 to 2001, the epoch of dates in property lists.
    private static let epoch: Int64 = 978_307_200_000_000

    static func read(_ bytes: [UInt8], _ limits: XMLLimits) throws(PeriluneError) -> PropertyList {
        guard bytes.count <= limits.bytes else {
            throw PeriluneError(
                "xml.size", "the document has \(bytes.count) bytes; the limit is \(limits.bytes)")
        }
        guard bytes.starts(with: start), bytes.count >= start.count + trailerSize else {
            throw damaged("it ends too early")
        }
        let trailer = bytes.count - trailerSize
        guard let count = integer(bytes, trailer + 8, 8),
            let top = integer(bytes, trailer + 16, 8),
            let table = integer(bytes, trailer + 24, 8),
            case let (offsetSize, referenceSize) = (
                Int(bytes[trailer + 6]), Int(bytes[trailer + 7])
            ), (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            count <= limits.nodes, table <= trailer, (trailer - table) / offsetSize >= count
        else { throw damaged("its table of objects is not within it") }
        var offsets: [Int] = []
        offsets.reserveCapacity(count)
        for index in 0..<count {
            guard let offset = integer(bytes, table + index * offsetSize, offsetSize),
                offset < table
            else { throw damaged("object \(index) is not within it") }
            offsets.append(offset)
        }
        // The object data ends where the offset table begins.
        var reader = BinaryPropertyList(
            bytes: Array(bytes[..<table]), limits: limits, offsets: offsets,
            referenceSize: referenceSize)
        return try reader.value(top, depth: 0)
    }

    private init(bytes: [UInt8], limits: XMLLimits, offsets: [Int], referenceSize: Int) {
        self.bytes = bytes
        self.limits = limits
        self.offsets = offsets
        self.referenceSize = referenceSize
    }

    private mutating func value(_ object: Int, depth: Int) throws(PeriluneError) -> PropertyList {
        nodes += 1
        guard depth < limits.depth, nodes <= limits.nodes else {
            throw Self.damaged("its objects are nested too deep, or too many")
        }
        guard offsets.indices.contains(object) else {
            throw Self.damaged("it refers to object \(object), which it does not have")
        }
        let at = offsets[object]
        let (kind, size) = (bytes[at] >> 4, Int(bytes[at] & 0x0f))
        switch (kind, size) {
        case (0x0, 0x8), (0x0, 0x9): return PropertyList(.boolean(size == 0x9))
        case (0x1, 0...3): return PropertyList(.integer(try integer(at + 1, 1 << size)))
        case (0x2, 2), (0x2, 3): return PropertyList(.real(try real(at + 1, 1 << size)))
        case (0x3, 3):
            let seconds = try real(at + 1, 8)
            guard seconds.isFinite, abs(seconds) < 1e11 else {
                throw Self.damaged("a date is out of range")
            }
            return PropertyList(
                .date(Timestamp(microseconds: Self.epoch + Int64(seconds * 1e6))))
        case (0x5, _), (0x6, _):
            return PropertyList(.string(try text(at, isWide: kind == 0x6)))
        case (0xa, _), (0xc, _):
            let (start, count) = try length(at)
            var values: [PropertyList] = []
            for index in 0..<count {
                values.append(try value(try reference(start, index), depth: depth + 1))
            }
            return PropertyList(.array(values))
        case (0xd, _): return PropertyList(.dictionary(try members(at, depth)))
        default:
            throw PeriluneError(
                "plist.element", "object \(object) is not a value of a property list",
                hint: "the values are dict, array, string, integer, real, date, true and false")
        }
    }

    private mutating func members(
        _ at: Int, _ depth: Int
    ) throws(PeriluneError) -> [PropertyList.Member] {
        let (start, count) = try length(at)
        var members: [PropertyList.Member] = []
        var known: Set<String> = []
        for index in 0..<count {
            let key = try value(try reference(start, index), depth: depth + 1)
            guard case .string(let name) = key.content else {
                throw Self.damaged("a key is not a text")
            }
            guard known.insert(name).inserted else {
                throw PeriluneError("plist.key", "duplicate key \(name.prefix(80))")
            }
            let value = try value(try reference(start, count + index), depth: depth + 1)
            members.append(.init(name, value))
        }
        return members
    }

    private mutating func text(_ at: Int, isWide: Bool) throws(PeriluneError) -> String {
        let (start, count) = try length(at)
        let size = isWide ? 2 : 1
        textBytes += count * size
        guard count <= limits.text / size, textBytes <= limits.bytes,
            start + count * size <= bytes.count
        else { throw Self.damaged("a text is too long, or not within it") }
        let range = start..<start + count * size
        guard isWide else {
            guard let text = String(validating: bytes[range], as: UTF8.self) else {
                throw Self.damaged("a text is not ASCII")
            }
            return text
        }
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw Self.damaged("a text is not UTF-16")
        }
        return text
    }

    /// The number of parts of an object, and the offset of the first one.
    private func length(_ at: Int) throws(PeriluneError) -> (start: Int, count: Int) {
        let short = Int(bytes[at] & 0x0f)
        guard short == 0x0f else { return (at + 1, short) }
        // The count follows as an integer object.
        guard at + 1 < bytes.count, bytes[at + 1] >> 4 == 1, bytes[at + 1] & 0x0f <= 3 else {
            throw Self.damaged("a length is missing")
        }
        let size = 1 << Int(bytes[at + 1] & 0x0f)
        guard let count = Self.integer(bytes, at + 2, size), count <= bytes.count else {
            throw Self.damaged("a length is too large")
        }
        return (at + 2 + size, count)
    }

    private func reference(_ start: Int, _ index: Int) throws(PeriluneError) -> Int {
        guard let object = Self.integer(bytes, start + index * referenceSize, referenceSize) else {
            throw Self.damaged("a reference is not within it")
        }
        return object
    }

    private func bits(_ at: Int, _ size: Int) throws(PeriluneError) -> UInt64 {
        guard at + size <= bytes.count else { throw Self.damaged("a number is not within it") }
        return bytes[at..<at + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads an integer; one of eight bytes is signed.
    private func integer(_ at: Int, _ size: Int) throws(PeriluneError) -> Int64 {
        Int64(bitPattern: try bits(at, size))
    }

    private func real(_ at: Int, _ size: Int) throws(PeriluneError) -> Double {
        let bits = try bits(at, size)
        let number =
            size == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            : Double(bitPattern: bits)
        guard number.isFinite else { throw Self.damaged("a number is not finite") }
        return number
    }

    /// Reads an unsigned number of the file's structure; `nil` if it lies outside of the bytes or is implausibly
    /// large.
    private static func integer(_ bytes: [UInt8], _ at: Int, _ size: Int) -> Int? {
        guard at >= 0, at + size <= bytes.count else { return nil }
        let value = bytes[at..<at + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return value < 1 << 40 ? Int(value) : nil
    }

    private static func damaged(_ problem: String) -> PeriluneError {
        PeriluneError(
            "plist.binary", "the binary property list is damaged: \(problem)",
            hint: "save it again, or as XML: plutil -convert xml1 FILE")
    }
}
