import Glibc
import PeriluneCore

extension [StateChange] {
    /// The indices of the last change of each value, in the order of the keys in a store.
    ///
    /// A store that is larger than its cache then reads and writes each page only once. The removal of a table stays
    /// after earlier changes of its members.
    package func inOrderOfKeys() -> [Int] {
        var ordered: [Int] = []
        ordered.reserveCapacity(count)
        var start = startIndex
        for place in indices where self[place].removesPrefix {
            order(start..<place, into: &ordered)
            ordered.append(place)
            start = place + 1
        }
        order(start..<endIndex, into: &ordered)
        return ordered
    }

    /// A change with the first bytes of its key after the common prefix, which decide most comparisons.
    private struct Entry {
        let first: UInt64
        let place: Int
    }

    private func order(_ part: Range<Int>, into ordered: inout [Int]) {
        let shared = sharedPrefix(of: part)
        var entries = part.map { place in
            Entry(first: shared.map { self[place].key.bytes(from: $0) } ?? 0, place: place)
        }
        entries.sort { one, other in
            if one.first != other.first { return one.first < other.first }
            let order = self[one.place].order(to: self[other.place])
            return order < 0 || order == 0 && one.place < other.place
        }
        for (number, entry) in entries.enumerated() {
            let next = number + 1
            if next < entries.count, entries[next].first == entry.first,
                self[entries[next].place].order(to: self[entry.place]) == 0
            {
                continue
            }
            ordered.append(entry.place)
        }
    }

    /// The length of the common prefix of all keys; `nil` if they belong to several scripts, which are ordered first.
    private func sharedPrefix(of part: Range<Int>) -> Int? {
        guard let first = part.first else { return nil }
        var length = self[first].key.utf8.count
        for place in part {
            if self[place].script != self[first].script { return nil }
            length = self[place].key.lengthShared(with: self[first].key, atMost: length)
        }
        return length
    }
}

extension StateChange {
    fileprivate func order(to other: StateChange) -> Int {
        let order = script.order(to: other.script)
        return order == 0 ? key.order(to: other.key) : order
    }
}

extension String {
    /// The order of the bytes, which is that of a store on disk.
    package func isBefore(_ other: String) -> Bool { order(to: other) < 0 }

    /// Compares the bytes: negative if they come before those of another string, 0 if they are equal.
    fileprivate func order(to other: String) -> Int {
        withBytes(with: other) { one, other in
            guard let first = one.baseAddress, let second = other.baseAddress else {
                return one.count - other.count
            }
            let order = memcmp(first, second, Swift.min(one.count, other.count))
            return order == 0 ? one.count - other.count : Int(order)
        }
    }

    /// The number of bytes that both have in common at the beginning.
    fileprivate func lengthShared(with other: String, atMost limit: Int) -> Int {
        withBytes(with: other) { one, other in
            var length = 0
            let end = Swift.min(limit, one.count, other.count)
            while length < end, one[length] == other[length] { length += 1 }
            return length
        }
    }

    /// Eight bytes at an offset as a number that sorts in the same way; the end is padded with zeros.
    fileprivate func bytes(from offset: Int) -> UInt64 {
        withBytes { bytes in
            var value: UInt64 = 0
            for index in offset..<offset + 8 {
                value = value << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0)
            }
            return value
        }
    }

    private func withBytes<Answer>(
        with other: String,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Answer
    ) -> Answer {
        withBytes { one in other.withBytes { other in body(one, other) } }
    }

    /// Calls the body with the UTF-8, without a copy if the string has it in memory.
    func withBytes<Answer>(_ body: (UnsafeBufferPointer<UInt8>) -> Answer) -> Answer {
        if let answer = utf8.withContiguousStorageIfAvailable(body) { return answer }
        var copy = self
        return copy.withUTF8(body)
    }
}
