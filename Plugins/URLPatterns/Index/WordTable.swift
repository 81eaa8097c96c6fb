import PeriluneLinks

/// Every distinct literal of a set of patterns, numbered, so that the index compares numbers.
///
/// Open addressing, at most half full; a word is looked up in the bytes of the URL, decoded on
/// the way, without a copy.
struct WordTable: Sendable {
    /// The result of a lookup for a word that no pattern contains.
    static let unknown = UInt32.max

    private struct Slot: Sendable {
        var hash: UInt32 = 0
        var id = WordTable.unknown
        var start: Int32 = 0
        var end: Int32 = 0
    }

    private var slots = [Slot](repeating: Slot(), count: 16)
    private var bytes: [UInt8] = []
    private var count: UInt32 = 0

    /// The number of a word, a new one for a new word.
    mutating func intern(_ word: some Collection<UInt8>) -> UInt32 {
        var hash = WordHash()
        for byte in word { hash.update(with: byte) }
        var index = Int(hash.value) & (slots.count - 1)
        while slots[index].id != Self.unknown {
            let slot = slots[index]
            if slot.hash == hash.value, bytes[Int(slot.start)..<Int(slot.end)].elementsEqual(word) {
                return slot.id
            }
            index = (index + 1) & (slots.count - 1)
        }
        let start = Int32(bytes.count)
        bytes.append(contentsOf: word)
        slots[index] = Slot(hash: hash.value, id: count, start: start, end: Int32(bytes.count))
        count += 1
        if Int(count) * 2 > slots.count { grow() }
        return count - 1
    }

    /// The number of the word in a range of a URL, which is percent-encoded.
    func find(
        _ range: Range<Int>, in url: Span<UInt8>, folded: Bool = false, plusIsSpace: Bool = false
    ) -> UInt32 {
        let hash = Self.hash(range, url, folded, plusIsSpace)
        var index = Int(hash.value) & (slots.count - 1)
        while slots[index].id != Self.unknown {
            let slot = slots[index]
            if slot.hash == hash.value, holds(slot, range, url, folded, plusIsSpace) {
                return slot.id
            }
            index = (index + 1) & (slots.count - 1)
        }
        return Self.unknown
    }

    private static func hash(
        _ range: Range<Int>, _ url: Span<UInt8>, _ folded: Bool, _ plusIsSpace: Bool
    ) -> WordHash {
        var hash = WordHash()
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = url.decodedByte(
                at: &position, before: range.upperBound, plusIsSpace: plusIsSpace)
            hash.update(with: folded ? byte.lowercased : byte)
        }
        return hash
    }

    private func holds(
        _ slot: Slot, _ range: Range<Int>, _ url: Span<UInt8>, _ folded: Bool, _ plusIsSpace: Bool
    )
        -> Bool
    {
        var position = range.lowerBound
        for index in Int(slot.start)..<Int(slot.end) {
            guard position < range.upperBound else { return false }
            let byte = url.decodedByte(
                at: &position, before: range.upperBound, plusIsSpace: plusIsSpace)
            guard (folded ? byte.lowercased : byte) == bytes[index] else { return false }
        }
        return position == range.upperBound
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for slot in old where slot.id != Self.unknown {
            var index = Int(slot.hash) & (slots.count - 1)
            while slots[index].id != Self.unknown { index = (index + 1) & (slots.count - 1) }
            slots[index] = slot
        }
    }
}

/// FNV-1a, 32 bits.
///
/// No seed: only patterns decide how long the probe sequences are, and a URL
/// cannot add to the table.
private struct WordHash {
    private(set) var value: UInt32 = 2_166_136_261

    mutating func update(with byte: UInt8) { value = (value ^ UInt32(byte)) &* 16_777_619 }
}
