import CPeriluneLocale
package import PeriluneCore
import Synchronization

/// What clocks show in a time zone, summer time and its history included; for any thread.
package final class WallClock: Sendable {
    /// Such as `Europe/Berlin`.
    package let zone: String
    private let format: Mutex<Format>

    /// One of ICU's formats, and the offsets that it was asked for.
    private struct Format: ~Copyable {
        let pointer: OpaquePointer
        var offsets: [Int64: Int64] = [:]

        deinit { perilune_locale_close_dates(pointer) }
    }

    /// - Throws: `locale.zone` where there is no such time zone.
    package init(_ zone: String) throws(PeriluneError) {
        if let problem = perilune_locale_load() {
            throw PeriluneError(
                "locale.library", "cannot load ICU: \(String(cString: problem))",
                hint: "install the package libicu72")
        }
        let unknown = PeriluneError(
            "locale.zone", "there is no time zone '\(zone.prefix(40))'",
            hint: "write UTC, or continent and city, such as Europe/Berlin")
        // ICU takes a zone that it does not know for UTC, and says so in the zone's name alone.
        guard (1...40).contains(zone.utf8.count), let name = Self.open(zone, "VV") else {
            throw unknown
        }
        let isKnown = DateWriters.write(0, name) != "Etc/Unknown"
        perilune_locale_close_dates(name)
        guard isKnown, let offset = Self.open(zone, "xxxx") else { throw unknown }
        self.zone = zone
        format = Mutex(Format(pointer: offset))
    }

    /// What the clock shows at an instant: both in microseconds since 1970, as if the former were in UTC.
    package func local(_ instant: Int64) -> Int64 { instant &+ offset(at: instant) }

    /// The instant at which the clock shows a time; of two the first, and for a time that it skips the one
    /// that is as long after the change.
    package func instant(_ local: Int64) -> Int64 {
        let before = local &- offset(at: local &- 86_400_000_000)
        if self.local(before) == local { return before }
        let after = local &- offset(at: local &+ 86_400_000_000)
        return self.local(after) == local ? after : before
    }

    private func offset(at instant: Int64) -> Int64 {
        // Clocks change at full quarters of an hour.
        let quarter = Int64(900_000_000)
        let start = instant / quarter - (instant % quarter < 0 ? 1 : 0)
        return format.withLock { format in
            if let offset = format.offsets[start] { return offset }
            let text = DateWriters.write(Double(start) * 900_000, format.pointer)
            let offset = Self.microseconds(text)
            if format.offsets.count >= 10_000 { format.offsets = [:] }
            format.offsets[start] = offset
            return offset
        }
    }

    /// Of `+0200` or `-033005`.
    private static func microseconds(_ text: String) -> Int64 {
        let digits: [Int64] = text.utf8.dropFirst().map { Int64($0) - 48 }
        guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ (0...9).contains($0) })
        else {
            return 0
        }
        let pairs = stride(from: 0, to: digits.count, by: 2).map {
            digits[$0] * 10 + digits[$0 + 1]
        }
        let seconds = pairs[0] * 3600 + pairs[1] * 60 + (pairs.count > 2 ? pairs[2] : 0)
        return (text.utf8.first == 45 ? -seconds : seconds) * 1_000_000
    }

    private static func open(_ zone: String, _ pattern: String) -> OpaquePointer? {
        perilune_locale_open_dates(
            "en_US", PERILUNE_DATE_PATTERN, PERILUNE_DATE_PATTERN, pattern, zone)
    }
}
