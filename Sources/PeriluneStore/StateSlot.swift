import Glibc
package import PeriluneCore

/// A script and a key, compared byte by byte as a file does: strings alone would take two
/// spellings of the same accented letter for one key.
package struct StateSlot: Hashable, Sendable {
    package let script: String
    package let key: String

    package init(script: String, key: String) {
        self.script = script
        self.key = key
    }

    /// What is changed.
    package init(_ change: StateChange) { self.init(script: change.script, key: change.key) }

    package static func == (one: StateSlot, other: StateSlot) -> Bool {
        sameBytes(one.key, other.key) && sameBytes(one.script, other.script)
    }

    private static func sameBytes(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return one.withBytes { one in
            other.withBytes { other in
                guard let first = one.baseAddress, let second = other.baseAddress else {
                    return true
                }
                return memcmp(first, second, one.count) == 0
            }
        }
    }

    /// Of the key alone: few scripts have the same keys.
    package func hash(into hasher: inout Hasher) {
        key.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
