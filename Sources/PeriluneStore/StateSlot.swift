package import PeriluneCore

/// A script and a key, compared byte by byte as in a file.
///
/// Strings alone would treat two spellings of the same accented letter as one key.
package struct StateSlot: Hashable, Sendable {
    /// The name of the script that the state belongs to.
    package let script: String
    /// The key as the store has it, see ``StateKey/text``.
    package let key: String

    package init(script: String, key: String) {
        self.script = script
        self.key = key
    }

    /// The slot that is changed.
    package init(_ change: StateChange) { self.init(script: change.script, key: change.key) }

    /// Compares the bytes of key and script.
    package static func == (one: StateSlot, other: StateSlot) -> Bool {
        one.key.hasSameBytes(as: other.key) && one.script.hasSameBytes(as: other.script)
    }

    /// Hashes only the key, because few scripts have the same keys.
    package func hash(into hasher: inout Hasher) {
        key.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
