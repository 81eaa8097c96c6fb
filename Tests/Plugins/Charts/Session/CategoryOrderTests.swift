import Testing

@testable import ChartsPlugin

struct CategoryOrderTests {
    /// The order of categories for rows of a category and a series.
    private func order(_ rows: [(Cell, String)], isSorted: Bool = false) -> [String] {
        let cells = rows.map(\.0)
        let column: Column.Cells =
            if case .number = cells.first {
                .numbers(cells.map { if case .number(let number) = $0 { number } else { .nan } })
            } else {
                .texts(cells.map(\.key))
            }
        return Pivot(
            category: Column("c", column), series: Column("s", .texts(rows.map(\.1))),
            rows: rows.count, isSorted: isSorted
        ).categories.map(\.text)
    }

    private func texts(_ rows: [(String, String)]) -> [(Cell, String)] {
        rows.map { (.text($0.0), $0.1) }
    }

    private func numbers(_ rows: [(Double, String)]) -> [(Cell, String)] {
        rows.map { (.number($0.0), $0.1) }
    }

    @Test func monthsKeepTheOrderOfTheYearThoughASeriesBeginsLater() {
        let rows = texts([
            ("Feb", "a"), ("Mar", "a"), ("Jan", "b"), ("Feb", "b"), ("Mar", "b"),
        ])
        #expect(order(rows) == ["Jan", "Feb", "Mar"])
        #expect(order(rows, isSorted: true) == ["Feb", "Mar", "Jan"])
    }

    @Test func theFirstAppearanceWinsIfSeriesContradictEachOther() {
        #expect(
            order(texts([("y", "a"), ("x", "a"), ("x", "b"), ("z", "b"), ("y", "b")]))
                == ["y", "x", "z"])
    }

    @Test func numbersThatAscendInEverySeriesAscendOverall() {
        #expect(
            order(numbers([(2001, "a"), (2003, "a"), (2002, "b"), (2004, "b")]))
                == ["2001", "2002", "2003", "2004"])
    }

    @Test func descendingNumbersStayDescending() {
        #expect(order(numbers([(3, "a"), (1, "a"), (2, "b"), (1, "b")])) == ["3", "2", "1"])
    }

    @Test func numbersInAnOrderOfTheirOwnKeepIt() {
        #expect(order(numbers([(2007, ""), (2003, ""), (2011, "")])) == ["2007", "2003", "2011"])
    }

    @Test func namesAreSortedByTheNumbersInThem() {
        let names = ["Week 10", "week 9", "Week 2b", "Week 2", "10", "Week 007"]
        #expect(
            names.sorted(by: NaturalOrder.precedes)
                == ["10", "Week 2", "Week 2b", "Week 007", "week 9", "Week 10"])
    }
}
