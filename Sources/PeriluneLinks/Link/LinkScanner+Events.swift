extension LinkScanner {
    /// The events of a link, as far as the bus needs to know.
    package enum Events {
        case none, stock, custom, several, invalid
    }

    /// What events a link has.
    ///
    /// Called for every link: behind the first event it looks only at what follows an `&`.
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
