extension LinkScanner {
    /// The events of a link, as far as the bus needs them.
    package enum Events {
        case none, stock, custom, several, invalid
    }

    /// Which events a link has.
    ///
    /// It is called for every link, so after the first event, it only looks at the characters after each `&`.
    package static func events(in bytes: Span<UInt8>) -> Events {
        let events: Events? = LinkReading.read(bytes) { text, parts in
            let first = EventNumber(text, parts)
            guard first.isThere else { return .none }
            if first.isFollowed(text, parts) { return .several }
            return first.isCustom ? .custom : .stock
        }
        return events ?? .invalid
    }
}
