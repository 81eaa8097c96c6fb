import Testing

@testable import ChartsPlugin

struct PivotTests {
    private let years = Column("Year", .numbers([2012, 2011, .nan, 2012]))
    private let names = Column("Name", .texts(["b", nil, "a", "b"]))

    @Test func categoriesAreSortedByValueWithNothingLast() {
        let numbers = Pivot(category: years, series: nil, rows: 4, isSorted: false)
        #expect(numbers.categories.map(\.text) == ["2011", "2012", ""])
        let texts = Pivot(category: names, series: nil, rows: 4, isSorted: false)
        #expect(texts.categories.map(\.text) == ["a", "b", ""])
    }

    @Test func theOrderOfAQueryStays() {
        let pivot = Pivot(category: names, series: years, rows: 4, isSorted: true)
        #expect(pivot.categories.map(\.text) == ["b", "", "a"])
        #expect(pivot.series.map(\.text) == ["2012", "2011", ""])
    }

    @Test func ofTwoRowsTheLastCounts() {
        var pivot = Pivot(category: names, series: nil, rows: 4, isSorted: false)
        let matrix = pivot.matrix([1, 2, 3, 4])
        #expect(matrix == [[3, 4, 2]])
        #expect(pivot.repeated == 1)
    }

    @Test func whereThereIsNoRowThereIsNoNumber() {
        var pivot = Pivot(category: names, series: years, rows: 4, isSorted: false)
        let matrix = pivot.matrix([1, 2, 3, 4])
        #expect(
            matrix.map { $0.map { $0.isNaN ? -1 : $0 } } == [
                [-1, 4, -1], [-1, -1, 2], [3, -1, -1],
            ])
    }

    @Test func pointsAreAllKept() {
        var pivot = Pivot(points: years, series: nil, rows: 4)
        #expect(pivot.matrix([1, 2, 3, 4]) == [[1, 2, 3, 4]])
        #expect(pivot.categories.map(\.text) == ["2012", "2011", "", "2012"])
        #expect(pivot.repeated == 0)
    }

    @Test func numbersComeBeforeDatesBeforeTexts() {
        let cells: [Cell] = [.null, .text("a"), .date(0), .number(9), .number(-1)]
        let sorted = cells.sorted { $0.precedes($1) }
        #expect(sorted == [.number(-1), .number(9), .date(0), .text("a"), .null])
    }

    @Test func noRowsMakeNoCategories() {
        var pivot = Pivot(
            category: Column("a", .texts([])), series: nil, rows: 0, isSorted: false)
        #expect(pivot.categories.isEmpty)
        #expect(pivot.matrix([]) == [[]])
    }
}
