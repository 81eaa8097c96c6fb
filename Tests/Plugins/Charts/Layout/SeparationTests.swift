import Testing

@testable import ChartsPlugin

struct SeparationTests {
    @Test func keepsPositionsThatDoNotOverlap() {
        let places = Separation.places(desired: [10, 50], lengths: [10, 10], within: 0...100)
        #expect(places == [10, 50])
    }

    @Test func shiftsTwoEqualPositionsSymmetrically() {
        let places = Separation.places(desired: [50, 50], lengths: [10, 10], within: 0...100)
        #expect(places == [45, 55])
    }

    @Test(arguments: 0..<60) func keepsOrderDistanceAndRange(seed: Int) {
        var dice = Seeded(UInt64(seed))
        let count = Int.random(in: 0...12, using: &dice)
        let desired = (0..<count).map { _ in Double.random(in: -20...120, using: &dice) }
        let lengths = (0..<count).map { _ in Double.random(in: 0...8, using: &dice) }
        let places = Separation.places(desired: desired, lengths: lengths, within: 0...100)
        for index in places.indices {
            #expect(places[index] - lengths[index] / 2 >= -1e-9)
            #expect(places[index] + lengths[index] / 2 <= 100 + 1e-9)
            guard index > 0 else { continue }
            let apart = (lengths[index - 1] + lengths[index]) / 2
            #expect(places[index] - places[index - 1] >= apart - 1e-9)
        }
        // No single step that is allowed makes it better.
        for index in places.indices {
            for step in [-0.01, 0.01] {
                var moved = places
                moved[index] += step
                let isAllowed = moved.indices.allSatisfy { place in
                    moved[place] - lengths[place] / 2 >= 0
                        && moved[place] + lengths[place] / 2 <= 100
                        && (place == 0
                            || moved[place] - moved[place - 1]
                                >= (lengths[place - 1] + lengths[place]) / 2)
                }
                func distance(_ places: [Double]) -> Double {
                    zip(places, desired).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
                }
                #expect(!isAllowed || distance(moved) >= distance(places) - 1e-9)
            }
        }
    }

    @Test func overflowsTheEndIfNotAllFit() {
        let places = Separation.places(desired: [5, 5, 5], lengths: [10, 10, 10], within: 0...20)
        #expect(places == [5, 15, 25])
    }
}
