import Glibc
import PeriluneCore

/// Reads rows directly from the pages of a SQLite file, without its B-trees.
///
/// Used if a B-tree of a store is damaged. A row belongs to the table for which its checksum is
/// right. Pages in the free list are skipped, because they contain deleted rows. The format:
/// https://www.sqlite.org/fileformat2.html
struct PageScan {
    private let file: Int32
    private let size = 4096
    private let count: Int

    /// Opens a store file whose WAL is empty; `nil` if it cannot be opened.
    init?(path: String) {
        file = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        guard file >= 0, fstat(file, &status) == 0 else { return nil }
        count = Int(status.st_size) / size
    }

    func close() { Glibc.close(file) }

    /// Passes every record of a table or an index to the body, with the row number if it has one.
    func forEach(
        _ body: (_ number: Int64?, _ values: [SQLValue]) throws(PeriluneError) -> Void
    ) throws(PeriluneError) {
        let free = freePages()
        for number in stride(from: 1, through: count, by: 1) where !free.contains(number) {
            guard let page = page(number) else { continue }
            let start = number == 1 ? 100 : 0
            let type = page[start]
            guard [0x02, 0x0A, 0x0D].contains(type) else { continue }
            let header = start + (type == 0x02 ? 12 : 8)
            for index in 0..<page.number(start + 3, 2) {
                let pointer = header + 2 * index
                guard pointer + 2 <= size else { break }
                guard let cell = cell(page, page.number(pointer, 2), type),
                    let values = Self.values(cell.payload)
                else { continue }
                try body(cell.number, values)
            }
        }
    }

    private func page(_ number: Int) -> [UInt8]? {
        guard number >= 1, number <= count else { return nil }
        var page = [UInt8](repeating: 0, count: size)
        return pread(file, &page, size, off_t((number - 1) * size)) == size ? page : nil
    }

    /// The pages of the free list: trunks and the leaves that they list.
    private func freePages() -> Set<Int> {
        var free: Set<Int> = []
        guard var next = page(1)?.number(32, 4) else { return [] }
        while let trunk = page(next), free.insert(next).inserted {
            let leaves = min(trunk.number(4, 4), size / 4 - 2)
            for index in 0..<leaves { free.insert(trunk.number(8 + 4 * index, 4)) }
            next = trunk.number(0, 4)
        }
        return free
    }

    /// The contents of a cell, including its overflow pages.
    private func cell(
        _ page: [UInt8], _ start: Int, _ type: UInt8
    ) -> (number: Int64?, payload: [UInt8])? {
        var reader = ByteReader(page, start + (type == 0x02 ? 4 : 0))
        guard let length = reader.varint(), length >= 0, length <= count * size else { return nil }
        var number: Int64?
        if type == 0x0D {
            guard let found = reader.varint() else { return nil }
            number = found
        }
        let most = type == 0x0D ? size - 35 : (size - 12) * 64 / 255 - 23
        let least = (size - 12) * 32 / 255 - 23
        var local = Int(length)
        if local > most {
            let rest = least + (local - least) % (size - 4)
            local = rest <= most ? rest : least
        }
        guard var payload = reader.read(local) else { return nil }
        guard local < length else { return (number, payload) }
        guard let pointer = reader.read(4) else { return nil }
        var next = pointer.number(0, 4)
        while payload.count < length {
            guard let overflow = self.page(next) else { return nil }
            payload += overflow[4...].prefix(Int(length) - payload.count)
            next = overflow.number(0, 4)
        }
        return (number, payload)
    }

    /// The columns of a record.
    private static func values(_ payload: [UInt8]) -> [SQLValue]? {
        var header = ByteReader(payload, 0)
        guard let end = header.varint(), end <= payload.count else { return nil }
        var body = ByteReader(payload, Int(end))
        var values: [SQLValue] = []
        while header.offset < end {
            guard let type = header.varint(), let value = body.value(type) else { return nil }
            values.append(value)
        }
        return values
    }
}

/// Reads from bytes that may be damaged.
private struct ByteReader {
    private let bytes: [UInt8]
    private(set) var offset: Int

    init(_ bytes: [UInt8], _ offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    mutating func read(_ count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
        defer { offset += count }
        return Array(bytes[offset..<offset + count])
    }

    /// A SQLite varint: seven bits per byte, the highest first; a ninth byte has eight.
    mutating func varint() -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard let byte = read(1)?[0] else { return nil }
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: value) }
        }
        return nil
    }

    mutating func value(_ type: Int64) -> SQLValue? {
        switch type {
        case 0: return .null
        case 1...6:
            let widths = [1, 2, 3, 4, 6, 8]
            guard let bytes = read(widths[Int(type) - 1]) else { return nil }
            let isNegative = bytes[0] >= 0x80
            return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
        case 7:
            guard let bytes = read(8) else { return nil }
            return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        case 8, 9: return .integer(type - 8)
        case 12...:
            guard let bytes = read(Int(type - 12) / 2) else { return nil }
            return type % 2 == 0 ? .blob(bytes) : .text(String(decoding: bytes, as: UTF8.self))
        default: return nil
        }
    }
}

extension [UInt8] {
    /// A big-endian number of `width` bytes.
    fileprivate func number(_ offset: Int, _ width: Int) -> Int {
        self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }
}
