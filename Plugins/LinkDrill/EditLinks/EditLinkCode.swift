/// A number of the edit-link format with a name.
///
/// The number is the value: numbers without a name are kept, and a number may have several names (1 is a filter and a
/// custom group), so numbers are never identified by a name.
public protocol EditLinkCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue == Int {
    /// Makes a code from any number.
    init(rawValue: Int)

    /// The named numbers, in the order of the format's documentation.
    static var named: [(value: Int, name: String)] { get }
}

extension EditLinkCode {
    /// The names of the number; empty for an unknown one.
    public var names: [String] {
        Self.named.filter { $0.value == rawValue }.map(\.name)
    }

    /// Whether the number has a name.
    public var isKnown: Bool { Self.named.contains { $0.value == rawValue } }

    /// The names and the number: `custom group / filter (1)`.
    public var description: String {
        let names = names
        return names.isEmpty
            ? "unknown (\(rawValue))" : "\(names.joined(separator: " / ")) (\(rawValue))"
    }

    /// Parses an attribute: decimal, or hexadecimal after `0x`; `nil` for other texts.
    init?(text: String?) {
        guard let text else { return nil }
        let number =
            text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
        guard let number else { return nil }
        self.init(rawValue: number)
    }
}
