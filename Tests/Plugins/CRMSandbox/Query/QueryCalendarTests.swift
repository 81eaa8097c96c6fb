import CRMPlugin
import Foundation
import PeriluneCore
import Testing

@testable import CRMSandboxPlugin

struct QueryCalendarTests {
    private func context(_ now: String, offset: Int = 0) throws -> QueryContext {
        var context = QueryContext(userID: .zero, now: try #require(Timestamp(now)))
        context.utcOffset = offset
        return context
    }

    private func shown(_ window: DateWindow?) -> String {
        func text(_ second: Int?) -> String {
            second.map { "\(Timestamp(microseconds: Int64($0) * 1_000_000))" } ?? "-"
        }
        return "\(text(window?.from)) \(text(window?.until))"
    }

    @Test func countsDaysAsFoundationDoes() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for number in stride(from: -80_000, to: 80_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(number) * 86400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            let civil = CivilDate(number: number)
            #expect([civil.year, civil.month, civil.day] == [parts.year, parts.month, parts.day])
            #expect(civil.number == number)
            #expect(CivilDate.weekday(ofNumber: number) + 1 == parts.weekday)
        }
    }

    @Test func addsMonthsAtTheEndOfAMonth() {
        #expect(CivilDate(2024, 1, 31).adding(months: 1) == CivilDate(2024, 2, 29))
        #expect(CivilDate(2024, 3, 31).adding(months: -13) == CivilDate(2023, 2, 28))
        #expect(CivilDate(2023, 11, 30).adding(months: 2) == CivilDate(2024, 1, 30))
    }

    @Test func usesDaysInTheTimeZoneOfTheCaller() throws {
        let west = try context("2024-03-01T02:00:00Z", offset: -5 * 3600)
        #expect(shown(west.window(.today)) == "2024-02-29T05:00:00Z 2024-03-01T05:00:00Z")
        #expect(shown(west.window(.thisMonth)) == "2024-02-01T05:00:00Z 2024-03-01T05:00:00Z")
        #expect(west.second(of: "2024-02-29") == west.window(.today)?.from)
        #expect(west.second(of: "2024-02-29T05:00:00Z") == west.window(.today)?.from)
        #expect(west.second(of: "2024-02-29 00:00:00") == west.window(.today)?.from)
        #expect(west.second(of: "2024-02-29T06:00:00+01:00") == west.window(.today)?.from)
        #expect(west.second(of: "tomorrow") == nil)
    }

    @Test func startsTheWeekLikeTheCulture() throws {
        var context = try context("2024-03-03T12:00:00Z")  // a Sunday
        #expect(shown(context.window(.thisWeek)) == "2024-03-03T00:00:00Z 2024-03-10T00:00:00Z")
        context.firstDayOfWeek = 1
        #expect(shown(context.window(.thisWeek)) == "2024-02-26T00:00:00Z 2024-03-04T00:00:00Z")
    }

    @Test func supportsFiscalYearsThatStartInApril() throws {
        var context = try context("2024-02-10T00:00:00Z")
        context.fiscal = FiscalCalendar(startMonth: 4, startDay: 1)
        #expect(
            shown(context.window(.thisFiscalYear)) == "2023-04-01T00:00:00Z 2024-04-01T00:00:00Z")
        #expect(
            shown(context.window(.thisFiscalPeriod)) == "2024-01-01T00:00:00Z 2024-04-01T00:00:00Z")
        #expect(
            shown(context.window(.nextFiscalPeriod)) == "2024-04-01T00:00:00Z 2024-07-01T00:00:00Z")
        #expect(
            shown(context.window(.inFiscalPeriodAndYear, period: 4, year: 2023))
                == "2024-01-01T00:00:00Z 2024-04-01T00:00:00Z")
        #expect(
            shown(context.window(.inOrBeforeFiscalPeriodAndYear, period: 1, year: 2023))
                == "- 2023-07-01T00:00:00Z")
        #expect(
            shown(context.window(.lastXFiscalPeriods, count: 2))
                == "2023-07-01T00:00:00Z 2024-01-01T00:00:00Z")
        #expect(
            shown(context.window(.nextXFiscalYears, count: 2))
                == "2024-04-01T00:00:00Z 2026-04-01T00:00:00Z")
        context.fiscal.isNamedByEnd = true
        let may = CivilDate(2024, 5, 1).number
        #expect(context.fiscal.year(ofDay: may) == 2025)
        #expect(
            shown(context.window(.inFiscalYear, count: 2024))
                == "2023-04-01T00:00:00Z 2024-04-01T00:00:00Z")
    }

    @Test(arguments: FiscalCalendar.Period.allCases)
    func periodsCoverEveryDayOnce(_ period: FiscalCalendar.Period) {
        for (month, day) in [(1, 1), (4, 6), (10, 28)] {
            let fiscal = FiscalCalendar(startMonth: month, startDay: day, period: period)
            for number in stride(from: 18_000, to: 20_000, by: 3) {
                let index = fiscal.period(ofDay: number)
                #expect(fiscal.start(ofPeriod: index) <= number)
                #expect(fiscal.start(ofPeriod: .init(value: index.value + 1)) > number)
                #expect(index.year(of: fiscal.periods) == fiscal.year(ofDay: number))
            }
        }
    }

    @Test func findsAPeriodOfAnyYear() throws {
        let tables: [String: [Row]] = [
            "thing": [("2022-02-01", 0), ("2023-05-01", 1), ("2024-03-31", 2)].map { day, number in
                [
                    "thingid": .guid(TinyTables.id(1, number)),
                    "made": Timestamp(day + "T12:00:00Z").map { .date($0) } ?? .null,
                ]
            }
        ]
        var query = Query("thing")
        query.filters = [.init([.init("made", .inFiscalPeriod, ["1"])])]
        let found = try TinyTables.engine(tables).run(query).entities.compactMap(\.id)
        #expect(found == [TinyTables.id(1, 0), TinyTables.id(1, 2)])
    }
}
