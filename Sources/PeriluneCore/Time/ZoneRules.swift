/// The changes of a zone's offset, from a file of the IANA database (RFC 9636).
package final class ZoneRules: Sendable {
    private struct Kind {
        let offset: Int
        let name: String
    }

    /// The times at which the kinds begin, ascending.
    private let starts: [Int]
    /// The kind before the first start, followed by the kind after each start.
    private let kinds: [Kind]
    /// The rule for the time after the last start.
    private let rule: ZoneRule?

    /// Parses a file; `nil` if it is damaged.
    package init?(_ file: [UInt8]) {
        var reader = Reader(file)
        // The first block has 32-bit times, for old readers; the second one has 64-bit times.
        guard let old = reader.header(), old.version >= UInt8(ascii: "2"),
            reader.skip(old.length(ofTime: 4)), let header = reader.header(), header.types > 0
        else { return nil }
        var starts: [Int] = []
        for _ in 0..<header.times {
            guard let start = reader.integer(8) else { return nil }
            starts.append(start)
        }
        guard let indices = reader.bytes(header.times),
            let types = reader.bytes(6 * header.types), let names = reader.bytes(header.names),
            reader.skip(header.leaps * 12 + header.flags)
        else { return nil }
        var kinds: [Kind] = []
        for index in [0] + indices.map(Int.init) {
            guard index < header.types else { return nil }
            let type = types.dropFirst(6 * index)
            let offset = type.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let name = names.dropFirst(Int(type[type.startIndex + 5])).prefix { $0 != 0 }
            kinds.append(
                Kind(
                    offset: Int(Int32(bitPattern: offset)),
                    name: String(decoding: name, as: UTF8.self)))
        }
        self.starts = starts
        self.kinds = kinds
        rule = reader.footer().flatMap { ZoneRule(String(decoding: $0, as: UTF8.self)) }
    }

    /// The offset at a time in seconds, and its abbreviation.
    package func local(at seconds: Int) -> (offset: Int, name: String) {
        if let rule, seconds >= starts.last ?? .min { return rule.local(at: seconds) }
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= seconds { low = middle + 1 } else { high = middle }
        }
        return (kinds[low].offset, kinds[low].name)
    }

    private struct Header {
        var version: UInt8 = 0
        var flags = 0
        var leaps = 0
        var times = 0
        var types = 0
        var names = 0

        func length(ofTime size: Int) -> Int {
            times * (size + 1) + types * 6 + names + leaps * (size + 4) + flags
        }
    }

    private struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ file: [UInt8]) { rest = file[...] }

        mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

        mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
            guard count >= 0, rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func integer(_ count: Int) -> Int? {
            bytes(count).map { bytes in
                Int(Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
            }
        }

        mutating func header() -> Header? {
            guard let magic = bytes(4), magic.elementsEqual("TZif".utf8), let version = bytes(1),
                skip(15)
            else { return nil }
            var counts: [Int] = []
            for _ in 0..<6 {
                guard let count = integer(4), count < 100_000 else { return nil }
                counts.append(count)
            }
            return Header(
                version: version.first ?? 0, flags: counts[0] + counts[1], leaps: counts[2],
                times: counts[3], types: counts[4], names: counts[5])
        }

        /// Reads the line at the end.
        mutating func footer() -> ArraySlice<UInt8>? {
            rest.first == 0x0A ? rest.dropFirst().prefix { $0 != 0x0A } : nil
        }
    }
}
