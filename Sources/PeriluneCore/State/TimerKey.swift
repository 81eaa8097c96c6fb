/// The key under which a timer is stored: `␟t␟KEY␟NAME`, with U+001F between the parts.
///
/// It begins with a single U+001F, so that it is neither an ordering key nor the key of a member of a large table. A
/// U+001F in the ordering key is doubled; the name has none.
package struct TimerKey: Hashable, Sendable {
    /// The common prefix of the keys of all timers.
    package static let prefix = "\u{1F}t\u{1F}"

    /// The key of the latest event time of a run, by which timers become due.
    package static let clock = "\u{1F}w"

    /// The ordering key of the event that set the timer.
    package let key: String
    /// The name that the script gave.
    package let name: String

    /// Parses a stored key; nil if it is not that of a timer.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let rest = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard let separator = rest.lastIndex(of: StateKey.separator) else { return nil }
        key = String(text[rest.startIndex..<separator]).replacing("\u{1F}\u{1F}", with: "\u{1F}")
        name = String(text[text.utf8.index(after: separator)...])
    }

    /// The common prefix of the keys of all timers of an ordering key.
    package static func prefix(ofKey key: String) -> String {
        "\(prefix)\(StateKey(key: key).text)\u{1F}"
    }
}
