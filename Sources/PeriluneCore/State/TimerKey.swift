/// The key under which a timer is kept in a store of state: `␟t␟KEY␟NAME`, with U+001F between the parts.
///
/// It begins with a single U+001F, so that it is neither a key of events nor that of a member of a large table. A U+001F
/// in the key of the events is written twice; the name has none.
package struct TimerKey: Hashable, Sendable {
    /// What the keys of all timers begin with.
    package static let prefix = "\u{1F}t\u{1F}"

    /// Where a run keeps the latest time of an event, by which timers are due.
    package static let clock = "\u{1F}w"

    /// The ordering key of the event that set the timer.
    package let key: String
    /// The name that the script gave.
    package let name: String

    /// Reads a key of a store; nil if it is not that of a timer.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let rest = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard let separator = rest.lastIndex(of: StateKey.separator) else { return nil }
        key = String(text[rest.startIndex..<separator]).replacing("\u{1F}\u{1F}", with: "\u{1F}")
        name = String(text[text.utf8.index(after: separator)...])
    }

    /// What the keys of all timers of an ordering key begin with.
    package static func prefix(ofKey key: String) -> String {
        "\(prefix)\(StateKey(key: key).text)\u{1F}"
    }
}
