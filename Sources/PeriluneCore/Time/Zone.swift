/// A time zone: an offset from UTC, or a place whose offset changes.
package enum Zone: Sendable {
    /// Seconds to add to UTC.
    case offset(Int)
    case place(ZoneRules)

    /// UTC, the default for times without an offset.
    package static let utc = Zone.offset(0)

    /// Reads `Z`, `UTC`, an offset such as `+01:00`, or a name of the IANA database such as `Europe/Berlin`.
    ///
    /// - Throws: `time.zone`.
    package init(_ text: String) throws(PeriluneError) {
        if text == "UTC" {
            self = .utc
        } else if let offset = TimeFormat.offset(Array(text.utf8).span) {
            self = .offset(offset)
        } else {
            self = .place(try ZoneDatabase.rules(text))
        }
    }

    /// The offset at a time in seconds, and the abbreviation of the zone at that time.
    package func local(at seconds: Int) -> (offset: Int, name: String) {
        switch self {
        case .offset(let offset): (offset, offset == 0 ? "UTC" : Zone.text(offset, colon: true))
        case .place(let rules): rules.local(at: seconds)
        }
    }

    /// The offset of a local time, given as seconds as if it were UTC.
    ///
    /// For a time that occurs twice, the first occurrence counts. A time that is skipped has the offset before the
    /// change.
    package func offset(ofLocal seconds: Int) -> Int {
        switch self {
        case .offset(let offset): return offset
        case .place(let rules):
            let before = rules.local(at: seconds - 86400).offset
            let after = rules.local(at: seconds + 86400).offset
            for offset in [before, after] where rules.local(at: seconds - offset).offset == offset {
                return offset
            }
            return before
        }
    }

    /// `+0100` or `+01:00`.
    static func text(_ offset: Int, colon: Bool) -> String {
        let minutes = offset.magnitude / 60
        func two(_ number: UInt) -> String { (number < 10 ? "0" : "") + String(number) }
        return (offset < 0 ? "-" : "+") + two(minutes / 60) + (colon ? ":" : "")
            + two(minutes % 60)
    }
}
