import PeriluneLibrary

/// When the office is open: the same hours from Monday to Friday, UTC.
public struct Hours: Sendable, Hashable {
    let opens: Int64
    let closes: Int64

    /// From nine to five.
    public init() { (opens, closes) = (9, 17) }

    /// Reads the settings of the configuration: `{ opens = 9, closes = 17 }`.
    init(_ settings: Value) throws(PeriluneError) {
        opens = settings["opens"]?.integer ?? 9
        closes = settings["closes"]?.integer ?? 17
        guard opens >= 0, opens < closes, closes <= 24 else {
            throw PeriluneError(
                "opening-hours.settings",
                "the office cannot open at \(opens) and close at \(closes)",
                hint: "write hours from 0 to 24, with opens before closes")
        }
    }

    func areOpen(at time: String) throws(PeriluneError) -> Bool {
        guard let time = Timestamp(time) else {
            throw PeriluneError(
                "opening-hours.time", "'\(time)' is not a valid RFC 3339 time",
                hint: "write it like 2026-03-02T09:30:00Z")
        }
        return areOpen(microseconds: time.microseconds)
    }

    func areOpen(microseconds: Int64) -> Bool {
        let hours = microseconds / 3_600_000_000
        // 1970 began on a Thursday.
        let weekday = (hours / 24 + 3) % 7
        return weekday < 5 && hours % 24 >= opens && hours % 24 < closes
    }
}
