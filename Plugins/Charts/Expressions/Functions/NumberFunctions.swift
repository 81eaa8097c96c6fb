import Glibc

/// Functions of numbers.
///
/// What has no value gives NaN or an infinity.
enum NumberFunctions {
    /// `nil` for a function of another kind.
    static func unary(_ function: Function) -> ((Double) -> Double)? {
        switch function {
        case .abs: { abs($0) }
        case .ceiling: { $0.rounded(.up) }
        case .cos: { sine(ofDegrees: 90 - fmod(abs($0), 360)) }
        case .exp: { exp($0) }
        case .fact: factorial
        case .floor: { $0.rounded(.down) }
        case .log: { log($0) }
        case .logTen: { log10($0) }
        case .neg: { 0 - $0 }
        case .sign: { $0.isNaN ? .nan : $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
        case .sin: sine(ofDegrees:)
        case .sqrt: { $0.squareRoot() }
        case .tan: { sine(ofDegrees: $0) / sine(ofDegrees: 90 - fmod(abs($0), 360)) }
        case .truncate: { $0.rounded(.towardZero) }
        case .not: { $0.isNaN ? .nan : $0 == 0 ? 1 : 0 }
        default: nil
        }
    }

    /// With the sign of the first.
    static func mod(_ x: Double, _ y: Double) -> Double { fmod(x, y) }

    /// Reduced before it is turned into radians: 180 degrees are 0, and 90 have no tangent.
    private static func sine(ofDegrees degrees: Double) -> Double {
        let reduced = fmod(degrees, 360)
        let right = reduced / 90
        if right == right.rounded() { return [0, 1, 0, -1][(Int(right) + 4) % 4] }
        return sin(reduced * .pi / 180)
    }

    private static func factorial(_ x: Double) -> Double {
        guard x == x.rounded(), (0...170).contains(x) else { return .nan }
        return (0..<Int(x)).reduce(1) { $0 * Double($1 + 1) }
    }

    private static let powersOfTen: [Double] = (0...15).map { pow(10, Double($0)) }

    /// Half away from zero, of the number as it is written: 1.005 to two decimals is 1.01, though the double
    /// lies a little below.
    static func round(_ x: Double, decimals: Int) -> Double {
        let power = powersOfTen[min(max(decimals, 0), 15)]
        let scaled = abs(x) * power
        // Beyond 2^52 there are no decimals left.
        guard scaled < 4_503_599_627_370_496 else { return x }
        let below = scaled.rounded(.down)
        let fraction = scaled - below
        let isNearHalf = abs(fraction - 0.5) <= scaled.ulp * 4
        let goesUp = isNearHalf ? decimal(of: abs(x), at: decimals) >= 5 : fraction > 0.5
        let rounded = (goesUp ? below + 1 : below) / power
        return x < 0 ? 0 - rounded : rounded
    }

    /// A digit after the point, from 0, of the shortest text that reads back as the same number.
    private static func decimal(of x: Double, at position: Int) -> Int {
        let text = "\(x)"
        let parts = text.split(separator: "e")
        let halves = parts[0].split(separator: ".")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let digits = halves.joined().utf8.map { Int($0) - 48 }
        let index = halves[0].utf8.count + exponent + position
        return digits.indices.contains(index) ? digits[index] : 0
    }
}
