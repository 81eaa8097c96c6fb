import Testing

@testable import ChartsPlugin

struct PivotTests {
    private let years = Column("Year", .numbers([2012, 2011, .nan, 2012]))
    private let names = Column("Name", .texts(["b", nil, "a", "b"]))

    @Test func categoriesKeepTheOrderOfTheRows() {
        let texts = Pivot(category: names, series: nil, rows: 4, isSorted: false)
        #expect(texts.categories.map(\.text) == ["b", "", "a"])
    }

    @Test func unorderedNumbersAreSortedAscending() {
        let numbers = Pivot(category: years, series: nil, rows: 4, isSorted: false)
        #expect(numbers.categories.map(\.text) == ["2011", "2012", ""])
    }

    @Test func theOrderOfAQueryStays() {
        let pivot = Pivot(category: names, series: years, rows: 4, isSorted: true)
        #expect(pivot.categories.map(\.text) == ["b", "", "a"])
        #expect(pivot.series.map(\.text) == ["2012", "2011", ""])
    }

    @Test func rowsWithoutACombinationAreAddedUpAndCounted() {
        let pivot = Pivot(category: names, series: nil, rows: 4, isSorted: false)
        let matrix = pivot.matrix(.numbers([1, 2, 3, 4]))
        #expect(matrix.cells == [[5, 2, 3]])
        #expect(matrix.undeclared == 1)
        #expect(pivot.matrix(.numbers([1, 2, 3, 4]), .sum).undeclared == 0)
    }

    @Test func aRowWithoutANumberIsNotARepetition() {
        let pivot = Pivot(category: names, series: nil, rows: 4, isSorted: false)
        let matrix = pivot.matrix(.numbers([.nan, 2, 3, 4]))
        #expect(matrix.cells == [[4, 2, 3]])
        #expect(matrix.undeclared == 0)
    }

    @Test func aMissingRowHasNoNumber() {
        let pivot = Pivot(category: names, series: years, rows: 4, isSorted: false)
        let matrix = pivot.matrix(.numbers([1, 2, 3, 4])).cells
        #expect(
            matrix.map { $0.map { $0.isNaN ? -1 : $0 } } == [
                [5, -1, -1], [-1, 2, -1], [-1, -1, 3],
            ])
    }

    private static let aggregates: [(Aggregate, Double)] = [
        (.sum, 21), (.mean, 5.25), (.median, 4.5), (.min, 1), (.max, 11), (.count, 4),
        (.distinct, 4), (.first, 5), (.last, 4), (.weightedMean, 5.5),
    ]

    @Test(arguments: aggregates)
    func rowsAreCombinedAsDeclared(aggregate: Aggregate, expected: Double) {
        let pivot = Pivot(
            category: Column("c", .texts(["a", "a", "a", "a", "a"])), series: nil, rows: 5,
            isSorted: false)
        let matrix = pivot.matrix(
            .numbers([5, 11, .nan, 1, 4]), aggregate, weights: [2, 1, 9, 1, .nan])
        #expect(matrix.cells == [[expected]])
    }

    @Test func textsCanBeCounted() {
        let pivot = Pivot(
            category: Column("c", .texts(["a", "a", "b", "a"])), series: nil, rows: 4,
            isSorted: false)
        let cells = Column.Cells.texts(["x", "y", nil, "x"])
        #expect(pivot.matrix(cells, .count).cells == [[3, 0]])
        #expect(pivot.matrix(cells, .distinct).cells == [[2, 0]])
    }

    @Test func pointsAreAllKept() {
        let pivot = Pivot(points: years, series: nil, rows: 4)
        #expect(pivot.matrix(.numbers([1, 2, 3, 4])).cells == [[1, 2, 3, 4]])
        #expect(pivot.matrix(.numbers([1, 2, 3, 4])).undeclared == 0)
        #expect(pivot.categories.map(\.text) == ["2012", "2011", "", "2012"])
    }

    @Test func numbersComeBeforeDatesBeforeTexts() {
        let cells: [Cell] = [.null, .text("a"), .date(0), .number(9), .number(-1)]
        let sorted = cells.sorted { $0.precedes($1) }
        #expect(sorted == [.number(-1), .number(9), .date(0), .text("a"), .null])
    }

    @Test func withoutRowsThereAreNoCategories() {
        let pivot = Pivot(
            category: Column("a", .texts([])), series: nil, rows: 0, isSorted: false)
        #expect(pivot.categories.isEmpty)
        #expect(pivot.matrix(.numbers([])).cells == [[]])
    }
}
