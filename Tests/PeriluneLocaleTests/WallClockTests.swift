import PeriluneCore
import PeriluneLocale
import Testing

struct WallClockTests {
    private func microseconds(_ text: String) throws -> Int64 {
        try #require(Timestamp("\(text)Z")).microseconds
    }

    @Test(
        arguments: [
            ("Europe/Berlin", "2010-01-15T12:00:00", "2010-01-15T13:00:00"),
            ("Europe/Berlin", "2010-07-15T22:30:00", "2010-07-16T00:30:00"),
            ("America/St_Johns", "2010-01-15T02:00:00", "2010-01-14T22:30:00"),
            ("Asia/Kathmandu", "2010-01-15T12:00:00", "2010-01-15T17:45:00"),
            ("UTC", "2010-01-15T12:00:00", "2010-01-15T12:00:00"),
            // Before there were time zones: local mean time.
            ("Europe/Berlin", "1880-01-01T00:00:00", "1880-01-01T00:53:28"),
        ])
    func showsTheLocalTime(_ zone: String, _ instant: String, _ local: String) throws {
        let clock = try WallClock(zone)
        #expect(try clock.local(microseconds(instant)) == microseconds(local))
        #expect(try clock.instant(microseconds(local)) == microseconds(instant))
    }

    @Test func anAmbiguousTimeIsTheFirstAndASkippedTimeIsLater() throws {
        let clock = try WallClock("Europe/Berlin")
        #expect(
            try clock.instant(microseconds("2010-10-31T02:30:00"))
                == microseconds("2010-10-31T00:30:00"))
        #expect(
            try clock.local(clock.instant(microseconds("2010-03-28T02:30:00")))
                == microseconds("2010-03-28T03:30:00"))
    }

    @Test func everyHourOfAYearRoundTrips() throws {
        for zone in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"] {
            let clock = try WallClock(zone)
            let start = try microseconds("2011-01-01T00:00:00")
            for hour in 0..<8760 {
                let instant = start + Int64(hour) * 3_600_000_000
                let back = clock.instant(clock.local(instant))
                // Of two instants of one local time it may be the other.
                #expect(clock.local(back) == clock.local(instant))
            }
        }
    }

    @Test(arguments: [
        "", "Berlin", "Europe/Berlim", "Mars/Olympus", String(repeating: "x", count: 500),
    ])
    func refusesUnknownZones(_ zone: String) {
        #expect(throws: PeriluneError.self) { try WallClock(zone) }
    }
}
