import PeriluneLinks

/// A single event number, or a block of 100, 10,000 or another power of 100 that begins at a multiple of it.
///
/// Two blocks are apart, or one contains the other, as the conditions of a ``MeetingIndex`` have to be.
struct EventBlock {
    var first: UInt64
    /// The level; a block contains `100^level` numbers.
    var level: Int

    /// The keys of the larger blocks that it is part of, and its own.
    ///
    /// No block has both stock and custom events: these begin at ten blocks of level 3.
    var keys: [String] {
        var keys: [String] = []
        for level in (level...max(level, Self.levels(at: first))).reversed() {
            keys.append(level == 0 ? "=\(first)" : "#\(level):\(first / Self.size(level))")
        }
        return keys
    }

    /// The first number of a key's block.
    static func first(of key: String) -> UInt64? {
        let parts = key.dropFirst().split(separator: ":")
        guard key.hasPrefix("#"), parts.count == 2, let level = Int(parts[0]),
            let number = UInt64(parts[1]), level < 10
        else { return nil }
        return number * size(level)
    }

    /// The largest blocks that a range consists of.
    static func blocks(of range: ClosedRange<Int64>) -> [EventBlock] {
        let last = UInt64(clamping: range.upperBound)
        var first = UInt64(clamping: range.lowerBound)
        var blocks: [EventBlock] = []
        while first <= last {
            var level = 0
            while level < levels(at: first), first % size(level + 1) == 0,
                size(level + 1) - 1 <= last - first
            {
                level += 1
            }
            blocks.append(EventBlock(first: first, level: level))
            first += size(level)
        }
        return blocks
    }

    private static func levels(at number: UInt64) -> Int {
        LinkScanner.isCustom(Int64(clamping: number)) ? 9 : 3
    }

    private static func size(_ level: Int) -> UInt64 {
        var size: UInt64 = 1
        for _ in 0..<level { size *= 100 }
        return size
    }
}
