import Foundation
import PeriluneDrawing
import Testing

@testable import ChartsPlugin

struct TickTests {
    private func scale(
        _ low: Double, _ high: Double, _ parts: Int, zero: Bool = false
    ) -> LinearScale {
        LinearScale(covering: low...high, includesZero: zero, from: 0, to: 100, parts: parts)
    }

    private func inner(_ low: Double, _ high: Double, _ parts: Int) -> [Double] {
        let step = TickStep(length: high - low, parts: parts)
        return stride(from: step.index(above: low), through: step.index(below: high), by: 1)
            .map(step.tick)
    }

    @Test func ticksAreThoseOfTheReference() {
        #expect(inner(0, 112.3, 6) == [0, 20, 40, 60, 80, 100])
        #expect(inner(-3.7, 12.2, 6) == [-2, 0, 2, 4, 6, 8, 10, 12])
        #expect(inner(0, 1, 10) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
        #expect(inner(1.1e6, 1.7e7, 6) == [2e6, 4e6, 6e6, 8e6, 10e6, 12e6, 14e6, 16e6])
        #expect(inner(99.98, 100.02, 5) == [99.98, 99.99, 100, 100.01, 100.02])
    }

    @Test func domainsEndAtTicks() {
        #expect(scale(0, 112.3, 6).domain == 0...120)
        #expect(scale(-3.7, 12.2, 6).domain == -4...14)
        #expect(scale(-120_000, -3000, 6).domain == -120_000...0)
    }

    @Test func oneValueHasOneTick() {
        #expect(scale(5, 5, 6).ticks == [5])
        #expect(scale(0, 0, 6, zero: true).ticks == [0])
        #expect(
            LinearScale(covering: nil, includesZero: true, from: 0, to: 9, parts: 5).ticks == [0])
    }

    @Test func neitherLongTailsNorMinusZeroAreWritten() {
        let tenths = scale(-0.3, 0.7, 10)
        #expect(
            tenths.labels(.plain)
                == ["-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]
                || tenths.ticks.count <= 10)
        #expect(!tenths.labels(.plain).contains { $0.hasPrefix("-0.0") || $0.count > 4 })
        #expect(tenths.ticks.allSatisfy { $0 != 0 || $0.sign == .plus })
    }

    @Test func allLabelsShareOneUnit() {
        #expect(
            scale(0, 12_000, 6).labels(.plain)
                == ["0"] + ["2", "4", "6", "8", "10", "12"].map { $0 + "\u{a0}k" })
        #expect(
            scale(0, 9000, 5).labels(.plain) == ["0", "2000", "4000", "6000", "8000", "10000"]
                || scale(0, 9000, 5).unit.power == 3)
        #expect(scale(100_000, 100_010, 5).unit.power == 0)
        #expect(scale(0, 3e9, 6).labels(.plain).last == "3.0\u{a0}G")
    }

    /// The candidates one after the other, with decimal arithmetic.
    private func slowStep(_ ideal: Double) -> Double {
        var best = 0.0
        var bestMiss = Double.infinity
        for exponent in -30...30 {
            for digit in [1.0, 2, 5] {
                let step = Double("\(Int(digit))e\(exponent)") ?? 0
                let miss = abs(log(step) - log(ideal))
                if miss < bestMiss { (best, bestMiss) = (step, miss) }
            }
        }
        return best
    }

    @Test func stepsAreTheNearestRoundNumbers() {
        var random = Seeded(20)
        for _ in 0..<5000 {
            let length = pow(10, Double.random(in: -20...20, using: &random))
            let parts = Int.random(in: 1...12, using: &random)
            let step = TickStep(length: length, parts: parts).length
            let slow = slowStep(length / Double(parts))
            #expect(step == slow, "\(length) in \(parts)")
        }
    }

    @Test func scalesCoverTheirValuesWithFourToTenTicks() {
        var random = Seeded(20)
        for _ in 0..<5000 {
            let size = pow(10, Double.random(in: -7...14, using: &random))
            let low = Double.random(in: -1...1, using: &random) * size
            let high = low + Double.random(in: 0.001...2, using: &random) * size
            let parts = Int.random(in: 5...6, using: &random)
            let scale = self.scale(low, high, parts, zero: Bool.random(using: &random))
            #expect((4...10).contains(scale.ticks.count), "\(low)...\(high) in \(parts)")
            #expect(scale.domain.lowerBound <= low && high <= scale.domain.upperBound)
            #expect(scale.ticks.first == scale.domain.lowerBound)
            #expect(scale.ticks.last == scale.domain.upperBound)
            // At equal distances, and none with more digits than the step has.
            let step = scale.ticks[1] - scale.ticks[0]
            for (a, b) in zip(scale.ticks, scale.ticks.dropFirst()) {
                #expect(abs((b - a) / step - 1) < 1e-6)
            }
            #expect(Set(scale.labels(.plain)).count == scale.ticks.count)
        }
    }

    @Test func aSecondScaleHasItsTicksBesideTheFirst() throws {
        let left = scale(0, 112.3, 6)
        let right = try #require(LinearScale(beside: left, covering: 0...0.37, includesZero: true))
        #expect(right.ticks.count == left.ticks.count)
        #expect(right.position(0) == left.position(0))
        #expect(right.domain.upperBound >= 0.37)
        let below = try #require(
            LinearScale(beside: scale(-30, 80, 6), covering: 0...5, includesZero: true))
        #expect(abs(below.position(0) - scale(-30, 80, 6).position(0)) < 1e-9)
        #expect(LinearScale(beside: left, covering: -3...5, includesZero: true) == nil)
        let high = try #require(
            LinearScale(beside: left, covering: 9.4...16.5, includesZero: false))
        #expect(high.ticks == [8, 10, 12, 14, 16, 18, 20])
    }

    @Test func extremeNumbersDoNotOverflow() {
        let tiny = Double.leastNonzeroMagnitude
        for (low, high) in [
            (-1.7e308, 1.7e308), (0, 1.7e308), (tiny, 3 * tiny), (-tiny, tiny),
            (1e17, 1e17 + 16), (123_456_789.123, 123_456_789.124),
        ] {
            for zero in [false, true] {
                let scale = self.scale(low, high, 6, zero: zero)
                #expect(!scale.ticks.isEmpty && scale.ticks.count <= 11)
                for value in [low, high, 0] + scale.ticks {
                    #expect(scale.clamped(value).isFinite)
                    #expect((0...100).contains(scale.clamped(value)))
                }
            }
        }
    }

    @Test func aRangeSelectsTheBandsWithinIt() {
        #expect(BandScale.visible(count: 10, range: 0...1) == 0..<10)
        #expect(BandScale.visible(count: 10, range: 0.5...1) == 5..<10)
        #expect(BandScale.visible(count: 10, range: 0.25...0.75) == 2..<8)
        #expect(BandScale.visible(count: 10, range: 1...1) == 9..<10)
        #expect(BandScale.visible(count: 0, range: 0...1).isEmpty)
        #expect(BandScale.visible(count: 3, range: 0.4...0.4) == 1..<2)
        #expect(BandScale.visible(count: 100_000, range: 0...1) == 0..<100_000)
    }

    @Test(arguments: [0, Double.leastNonzeroMagnitude, 1e308, .infinity])
    func anyLengthHasAStep(_ length: Double) {
        for parts in [1, 3, 10] { #expect(TickStep(length: length, parts: parts).length >= 0) }
    }
}
