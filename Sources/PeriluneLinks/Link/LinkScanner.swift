/// Finds the event number of a link without parsing the whole link.
///
/// The result is always that of `Link.eventNumber`. Nothing is allocated if the text is already canonical.
public enum LinkScanner {
    /// The first number of the custom events.
    public static let firstCustomEvent = EventNumber.firstCustom

    /// The number of the first `evt` parameter.
    ///
    /// `nil` if there is none, if it is not a number, if it does not fit into 64 bits, or if the link is invalid.
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
