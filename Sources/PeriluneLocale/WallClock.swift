import CPeriluneLocale
package import PeriluneCore
import Synchronization

/// Converts times to the local time of a time zone, including summer time and its history; thread-safe.
package final class WallClock: Sendable {
    /// The name of the zone, such as `Europe/Berlin`.
    package let zone: String
    private let format: Mutex<Format>

    /// An ICU format, with cached offsets.
    private struct Format: ~Copyable {
        let pointer: OpaquePointer
        var offsets: [Int64: Int64] = [:]

        deinit { perilune_locale_close_dates(pointer) }
    }

    /// Creates a clock.
    ///
    /// - Throws: `locale.zone` if the time zone is unknown.
    package init(_ zone: String) throws(PeriluneError) {
        if let problem = perilune_locale_load() {
            throw PeriluneError(
                "locale.library", "cannot load ICU: \(String(cString: problem))",
                hint: "install the package libicu72")
        }
        let unknown = PeriluneError(
            "locale.zone", "there is no time zone '\(zone.prefix(40))'",
            hint: "write UTC, or continent and city, such as Europe/Berlin")
        // For an unknown zone, ICU uses UTC, which only shows in the name of the zone.
        guard (1...40).contains(zone.utf8.count), let name = Self.open(zone, "VV") else {
            throw unknown
        }
        let isKnown = DateWriters.write(0, name) != "Etc/Unknown"
        perilune_locale_close_dates(name)
        guard isKnown, let offset = Self.open(zone, "xxxx") else { throw unknown }
        self.zone = zone
        format = Mutex(Format(pointer: offset))
    }

    /// The local time at an instant: both in microseconds since 1970, the local time as if it were in UTC.
    package func local(_ instant: Int64) -> Int64 { instant &+ offset(at: instant) }

    /// The instant of a local time.
    ///
    /// For a time that occurs twice, it is the first; for a time that is skipped, it is as long after the change as
    /// the time is after the beginning of the gap.
    package func instant(_ local: Int64) -> Int64 {
        let before = local &- offset(at: local &- 86_400_000_000)
        if self.local(before) == local { return before }
        let after = local &- offset(at: local &+ 86_400_000_000)
        return self.local(after) == local ? after : before
    }

    private func offset(at instant: Int64) -> Int64 {
        // Offsets only change at full quarters of an hour.
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

    /// Microseconds of an offset such as `+0200` or `-033005`.
    private static func microseconds(_ text: String) -> Int64 {
        let digits: [Int64] = text.utf8.dropFirst().map { Int64($0) - 48 }
        guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ (0...9).contains($0) })
        else {
            return 0
        }
        // Hours, minutes, and seconds if they are there.
        var seconds: Int64 = 0
        var unit: Int64 = 3600
        for place in stride(from: 0, to: digits.count, by: 2) {
            seconds += (digits[place] * 10 + digits[place + 1]) * unit
            unit /= 60
        }
        return (text.utf8.first == UInt8(ascii: "-") ? -seconds : seconds) * 1_000_000
    }

    private static func open(_ zone: String, _ pattern: String) -> OpaquePointer? {
        perilune_locale_open_dates(
            "en_US", PERILUNE_DATE_PATTERN, PERILUNE_DATE_PATTERN, pattern, zone)
    }
}
