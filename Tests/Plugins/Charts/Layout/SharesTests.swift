import Testing

@testable import ChartsPlugin

struct SharesTests {
    @Test func percentagesAddUpToAHundred() {
        #expect(Shares.percentages([1, 1, 1]) == [34, 33, 33])
        #expect(Shares.percentages([0, 0]) == [0, 0])
        var dice = Seeded(3)
        for _ in 0..<200 {
            let values = (0..<Int.random(in: 1...20, using: &dice)).map { _ in
                Double.random(in: 0.001...1000, using: &dice)
            }
            let whole = Shares.percentages(values)
            #expect(whole.reduce(0, +) == 100)
            for (fraction, percent) in zip(Shares.fractions(values), whole) {
                #expect(abs(fraction * 100 - Double(percent)) < 1)
            }
        }
    }

    @Test func sortsUnlessTheDataAreSorted() {
        #expect(Shares([[1, 3, 2]], isSorted: false).slices.map(\.categories) == [[1], [2], [0]])
        #expect(Shares([[1, 3, 2]], isSorted: true).slices.map(\.categories) == [[0], [1], [2]])
    }

    @Test func manyCategoriesAreReducedToSixAndTheOthers() {
        let shares = Shares([(1...10).map { Double($0 + 100) }], isSorted: false)
        #expect(shares.slices.count == 7)
        #expect(shares.slices.last?.isOther == true)
        #expect(shares.slices.last?.categories == [0, 1, 2, 3])
    }

    @Test func smallSlicesAreCombinedUnlessThereIsOnlyOne() {
        #expect(Shares([[98, 1, 1]], isSorted: false).slices.map(\.categories) == [[0], [1, 2]])
        // Of many that are all small, the largest have slices.
        let many = Shares([(1...120).map(Double.init)], isSorted: false)
        #expect(many.slices.map(\.categories.count) == [1, 1, 1, 1, 1, 1, 114])
        #expect(many.slices[0].categories == [119])
        #expect(Shares([[99, 1]], isSorted: false).slices.map(\.categories) == [[0], [1]])
    }

    @Test func countsNegativesAndDropsNonFiniteValues() {
        let shares = Shares([[5, -1, .nan, .infinity, 0, 5]], isSorted: true)
        #expect(shares.negatives == 1)
        #expect(shares.slices.map(\.categories) == [[0], [5]])
        #expect(Shares([], isSorted: false).slices.isEmpty)
    }

    @Test func severalSeriesShareTheirSlices() {
        let shares = Shares([[1, 9], [8, 1]], isSorted: false)
        #expect(shares.slices.map(\.categories) == [[1], [0]])
        #expect(shares.values([1, 9]) == [9, 1])
        #expect(shares.values([4]) == [0, 4])
    }

    @Test func hugeValuesDoNotOverflow() {
        let most = Double.greatestFiniteMagnitude
        #expect(Shares.percentages([most, most]) == [50, 50])
        #expect(Shares([[most, most]], isSorted: false).slices.count == 2)
    }
}
