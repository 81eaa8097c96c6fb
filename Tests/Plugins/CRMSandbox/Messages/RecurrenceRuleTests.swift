import CRMPlugin
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct RecurrenceRuleTests {
    /// Monday, 5 January 2026, nine to ten.
    static func rule(_ more: AttributeCollection) throws -> Entity {
        var rule = Entity(
            "recurringappointmentmaster",
            [
                "patternstartdate": try date("2026-01-05T00:00:00Z"),
                "starttime": try date("2026-01-05T09:00:00Z"), "duration": 60,
            ])
        for pair in more { rule[pair.key] = pair.value }
        return rule
    }

    private func days(_ more: AttributeCollection, _ limit: Int = 4) throws -> [String] {
        try RecurrenceRule(Self.rule(more)).occurrences(limit: limit).map {
            let date = CivilDate(number: $0.day)
            return "\(date.month)/\(date.day)/\(date.year)"
        }
    }

    static let patterns: [(AttributeCollection, [String], String)] = [
        (
            ["recurrencepatterntype": .option(0)],
            ["1/5/2026", "1/6/2026", "1/7/2026", "1/8/2026"], "every day"
        ),
        (
            ["recurrencepatterntype": .option(0), "interval": 10],
            ["1/5/2026", "1/15/2026", "1/25/2026", "2/4/2026"], "every 10 days"
        ),
        (
            [
                "recurrencepatterntype": .option(0), "isweekdaypattern": true,
            ], ["1/5/2026", "1/6/2026", "1/7/2026", "1/8/2026"], "every weekday"
        ),
        (
            ["recurrencepatterntype": .option(1), "daysofweekmask": 0b010_0010],
            ["1/5/2026", "1/9/2026", "1/12/2026", "1/16/2026"],
            "every week on Monday and Friday"
        ),
        (
            ["recurrencepatterntype": .option(1), "interval": 2, "daysofweekmask": 1],
            ["1/18/2026", "2/1/2026", "2/15/2026", "3/1/2026"], "every 2 weeks on Sunday"
        ),
        (
            ["recurrencepatterntype": .option(2), "dayofmonth": 31],
            ["1/31/2026", "2/28/2026", "3/31/2026", "4/30/2026"], "day 31 of every month"
        ),
        (
            ["recurrencepatterntype": .option(2), "interval": 3, "dayofmonth": 1],
            ["4/1/2026", "7/1/2026", "10/1/2026", "1/1/2027"], "day 1 of every 3 months"
        ),
        (
            [
                "recurrencepatterntype": .option(2), "isnthmonthly": true, "instance": .option(2),
                "daysofweekmask": 0b000_0100,
            ], ["1/13/2026", "2/10/2026", "3/10/2026", "4/14/2026"],
            "the second Tuesday of every month"
        ),
        (
            [
                "recurrencepatterntype": .option(2), "isnthmonthly": true, "instance": .option(5),
                "daysofweekmask": 0b011_1110,
            ], ["1/30/2026", "2/27/2026", "3/31/2026", "4/30/2026"],
            "the last weekday of every month"
        ),
        (
            [
                "recurrencepatterntype": .option(3), "monthofyear": .option(2), "dayofmonth": 29,
            ], ["2/28/2026", "2/28/2027", "2/29/2028", "2/28/2029"], "day 29 of February every year"
        ),
        (
            [
                "recurrencepatterntype": .option(3), "isnthyearly": true,
                "monthofyear": .option(11), "instance": .option(4), "daysofweekmask": 0b001_0000,
            ], ["11/26/2026", "11/25/2027", "11/23/2028", "11/22/2029"],
            "the fourth Thursday of November every year"
        ),
    ]

    @Test(arguments: patterns)
    func patternsFallOnTheirDays(
        _ columns: AttributeCollection, _ expected: [String], _ words: String
    ) throws {
        #expect(try days(columns) == expected)
        let text = try RecurrenceRule(Self.rule(columns)).text
        #expect(text == "Occurs \(words) effective 1/5/2026 from 9:00 AM to 10:00 AM.")
    }

    @Test func weekdaysLeaveOutTheWeekend() throws {
        let found = try days(["recurrencepatterntype": .option(0), "isweekdaypattern": true], 6)
        #expect(found.suffix(2) == ["1/9/2026", "1/12/2026"])
    }

    @Test func endsAfterACount() throws {
        let columns: AttributeCollection = [
            "recurrencepatterntype": .option(0), "patternendtype": .option(2), "occurrences": 3,
        ]
        #expect(try days(columns, 100).count == 3)
        #expect(try RecurrenceRule(Self.rule(columns)).text.contains("for 3 occurrences"))
    }

    @Test func endsOnADay() throws {
        let columns: AttributeCollection = [
            "recurrencepatterntype": .option(0), "patternendtype": .option(3),
            "patternenddate": try date("2026-01-07T00:00:00Z"),
        ]
        #expect(try days(columns, 100) == ["1/5/2026", "1/6/2026", "1/7/2026"])
        #expect(try RecurrenceRule(Self.rule(columns)).text.contains("until 1/7/2026"))
    }

    @Test func countIncludesEarlierOccurrences() throws {
        let rule = try RecurrenceRule(
            Self.rule([
                "recurrencepatterntype": .option(0), "patternendtype": .option(2),
                "occurrences": 5,
            ]))
        let two = rule.occurrences(limit: 2)
        let rest = rule.occurrences(after: try #require(two.last).day, limit: 100)
        #expect(rest.count == 3)
    }

    /// Against the plainest way: every day is asked whether it belongs to the pattern.
    @Test(arguments: 1...5, [1, 3, 0b011_1110, 0b111_1111, 0b100_0001])
    func nthWeekdayAgreesWithCounting(_ instance: Int, _ mask: Int) throws {
        let pattern = RecurrencePattern.monthly(every: 1, .nth(instance, days: mask))
        let first = CivilDate(2024, 1, 1).number
        for month in 0..<30 {
            let start = CivilDate(2024, 1, 1).adding(months: month)
            let next = start.adding(months: 1).number
            var matches: [Int] = []
            for day in start.number..<next where mask >> ((day + 4) % 7) & 1 == 1 {
                matches.append(day)
            }
            let expected =
                instance == 5
                ? matches.last : matches.count >= instance ? matches[instance - 1] : nil
            let found = pattern.days(inPeriod: pattern.start(ofPeriod: month, from: first))
            #expect(found == (expected.map { [$0] } ?? []))
        }
    }

    private func code(_ more: AttributeCollection) throws -> ErrorCode? {
        let rule = try Self.rule(more)
        return fault { () throws(CRMFault) in _ = try RecurrenceRule(rule) }?.code
    }

    @Test func missingPartsFault() throws {
        let missing: [AttributeCollection] = [
            [:], ["recurrencepatterntype": .option(1)], ["recurrencepatterntype": .option(2)],
            ["recurrencepatterntype": .option(3), "dayofmonth": 1],
            ["recurrencepatterntype": .option(2), "isnthmonthly": true, "daysofweekmask": 2],
            ["recurrencepatterntype": .option(0), "duration": .null],
            ["recurrencepatterntype": .option(0), "starttime": .null],
            ["recurrencepatterntype": .option(0), "patternendtype": .option(3)],
        ]
        for columns in missing { #expect(try code(columns) == ErrorCode(0x8004_0246)) }
    }

    @Test func impossiblePartsFault() throws {
        let impossible: [AttributeCollection] = [
            ["recurrencepatterntype": .option(9)],
            ["recurrencepatterntype": .option(0), "interval": 0],
            ["recurrencepatterntype": .option(1), "daysofweekmask": 0],
            ["recurrencepatterntype": .option(2), "dayofmonth": 32],
            [
                "recurrencepatterntype": .option(3), "monthofyear": .option(2), "dayofmonth": 30,
            ],
            [
                "recurrencepatterntype": .option(0), "patternendtype": .option(2),
                "occurrences": 0,
            ],
        ]
        for columns in impossible { #expect(try code(columns) == ErrorCode(0x8004_E100)) }
    }

    @Test func endBeforeTheStartFaults() throws {
        #expect(
            try code([
                "recurrencepatterntype": .option(0), "patternendtype": .option(3),
                "patternenddate": try date("2026-01-01T00:00:00Z"),
            ]) == ErrorCode(0x8004_E119))
    }

    @Test func startTooLongAgoFaults() throws {
        #expect(
            try code([
                "recurrencepatterntype": .option(0),
                "patternstartdate": try date("1899-12-31T00:00:00Z"),
            ]) == ErrorCode(0x8004_E118))
    }

    @Test func patternWithoutOccurrenceFaults() throws {
        #expect(
            try code([
                "recurrencepatterntype": .option(2), "dayofmonth": 31,
                "patternendtype": .option(3),
                "patternenddate": try date("2026-01-20T00:00:00Z"),
            ]) == ErrorCode(0x8004_E117))
    }

    @Test func messageReturnsTheDescription() throws {
        let results = try Sandbox().execute(
            "ValidateRecurrenceRule",
            ["Target": .entity(try Self.rule(["recurrencepatterntype": .option(0)]))])
        #expect(
            results["Description"]
                == "Occurs every day effective 1/5/2026 from 9:00 AM to 10:00 AM.")
    }
}
