/// Finds the event number of a link without taking the link apart.
///
/// It agrees with `Link.eventNumber` on every input, and allocates nothing for a link that is canonical as written.
public enum LinkScanner {
    /// The first number of the custom events.
    public static let firstCustomEvent = EventNumber.firstCustom

    /// The number of the first `evt` parameter; `nil` where there is none, it is no number, it does not fit 64 bits, or
    /// the link is invalid.
    public static func eventNumber(in bytes: Span<UInt8>) -> Int64? {
        EventNumber(ofLink: bytes).value
    }

    /// The number of the first `evt` parameter of a text.
    public static func eventNumber(in text: String) -> Int64? {
        eventNumber(in: text.utf8.span)
    }

    /// Whether the link's first event is a custom one: its number is 10,000,000 or more, of any length.
    public static func isCustom(_ bytes: Span<UInt8>) -> Bool {
        EventNumber(ofLink: bytes).isCustom
    }

    /// Whether a number belongs to a custom event.
    public static func isCustom(_ number: Int64) -> Bool { number >= firstCustomEvent }
}
