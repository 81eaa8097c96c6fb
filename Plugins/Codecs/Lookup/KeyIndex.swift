import PeriluneCore

/// Finds rows by their keys: a hash table with open addressing.
///
/// A row takes about 35 bytes and its key.
struct KeyIndex {
    /// The ranges of the rows in their file.
    private(set) var rows: [Range<UInt32>] = []
    /// The keys of all rows, one after the other.
    private var keys: [UInt8] = []
    /// The end of each row's key.
    private var ends: [UInt32] = []
    /// A hash in the upper half, the number of a row from 1 in the lower; 0 for an empty slot.
    private var slots = [UInt64](repeating: 0, count: 64)
    /// Rows whose key a row before has, too.
    private(set) var duplicates = 0

    /// Makes room.
    mutating func reserve(_ count: Int) {
        rows.reserveCapacity(count)
        ends.reserveCapacity(count)
        keys.reserveCapacity(8 * count)
    }

    /// Adds a row; the first row with a key is found.
    ///
    /// - Returns: The number of the row that has the key already.
    mutating func add(_ key: Span<UInt8>, _ row: Range<Int>) -> Int? {
        let (slot, known) = slot(key)
        if let known {
            duplicates += 1
            return known
        }
        for index in key.indices { keys.append(key[index]) }
        ends.append(UInt32(keys.count))
        rows.append(UInt32(row.lowerBound)..<UInt32(row.upperBound))
        slots[slot] = UInt64(Self.hash(key)) << 32 | UInt64(rows.count)
        if 3 * rows.count > 2 * slots.count { grow() }
        return nil
    }

    /// The range of the row with a key.
    func find(_ key: Span<UInt8>) -> Range<Int>? {
        slot(key).row.map { Int(rows[$0].lowerBound)..<Int(rows[$0].upperBound) }
    }

    /// The slot and row of a key; without a row, the slot is the one to insert it at.
    private func slot(_ key: Span<UInt8>) -> (slot: Int, row: Int?) {
        let hash = Self.hash(key)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            if UInt32(slots[slot] >> 32) == hash {
                let row = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
                if has(key, row) { return (slot, row) }
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (slot, nil)
    }

    private func has(_ key: Span<UInt8>, _ row: Int) -> Bool {
        let start = row == 0 ? 0 : Int(ends[row - 1])
        guard Int(ends[row]) - start == key.count else { return false }
        for index in key.indices where keys[start + index] != key[index] { return false }
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: 2 * old.count)
        for entry in old where entry != 0 {
            var slot = Int(entry >> 32) & (slots.count - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = entry
        }
    }

    /// FNV-1a, with its halves mixed.
    private static func hash(_ key: Span<UInt8>) -> UInt32 {
        let hash = FNV1a(key).value
        return UInt32(truncatingIfNeeded: (hash ^ hash >> 32) &* 0x9e37_79b9 >> 8)
    }
}
