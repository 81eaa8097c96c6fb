import Foundation
import PeriluneCore
import Testing

/// Time zones beside those of another implementation.
struct ZoneTests {
    /// Zones with summer time in both hemispheres, half hours, changes of days, and without any change.
    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
        "Africa/Casablanca", "America/Sao_Paulo", "Europe/Dublin", "Asia/Tehran", "UTC",
        "Antarctica/Troll", "Etc/GMT+5",
    ])
    func agreesWithFoundation(_ name: String) throws {
        let zone = try Zone(name)
        guard let other = TimeZone(identifier: name) else {
            Issue.record("Foundation does not know it")
            return
        }
        var seconds = -1_000_000_000
        while seconds < 2_145_000_000 {
            let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
            // Foundation rounds the local mean times of the nineteenth century.
            #expect(zone.local(at: seconds).offset == expected, "\(name) at \(seconds)")
            seconds += 1_234_567
        }
    }

    /// The file lists no changes after 2037.
    @Test func theRuleAppliesAfterTheLastListedChange() throws {
        let zone = try Zone("Europe/Berlin")
        for (year, month, offset) in [(2100, 1, 3600), (2100, 7, 7200), (2399, 12, 3600)] {
            let seconds = Timestamp.days(year: year, month: month, day: 15) * 86400
            #expect(zone.local(at: seconds).offset == offset)
        }
        let sydney = try Zone("Australia/Sydney")
        let summer = Timestamp.days(year: 2100, month: 1, day: 15) * 86400
        #expect(sydney.local(at: summer).offset == 39600)
        #expect(sydney.local(at: summer).name == "AEDT")
    }

    @Test func aTimeThatOccursTwiceMeansTheFirst() throws {
        let zone = try Zone("Europe/Berlin")
        func offset(_ month: Int, _ day: Int, _ minutes: Int) -> Int {
            let days = Timestamp.days(year: 2026, month: month, day: day)
            return zone.offset(ofLocal: days * 86400 + minutes * 60)
        }
        #expect(offset(10, 25, 119) == 7200)
        #expect(offset(10, 25, 150) == 7200)
        #expect(offset(10, 25, 181) == 3600)
        #expect(offset(3, 29, 119) == 3600)
        #expect(offset(3, 29, 150) == 3600)
        #expect(offset(3, 29, 181) == 7200)
    }

    @Test func aDamagedFileIsAnError() throws {
        let file = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
        #expect(ZoneRules(file) != nil)
        #expect(ZoneRules([]) == nil)
        for length in stride(from: 0, to: file.count - 60, by: 7) {
            #expect(ZoneRules(Array(file.prefix(length))) == nil)
        }
        for position in stride(from: 0, to: file.count, by: 3) {
            var file = file
            file[position] ^= 0xFF
            if let rules = ZoneRules(file) { _ = rules.local(at: 1_795_257_000) }
        }
    }
}
