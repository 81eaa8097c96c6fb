import Glibc
import PeriluneDrawing

/// How colours are seen: by most people, and by those who lack one of three kinds of cones.
enum ColorVision: CaseIterable, Sendable {
    case normal, protan, deutan, tritan

    /// How different two colours look, as a distance in OKLab times 100.
    func distance(_ a: Color, _ b: Color) -> Double {
        let (a, b) = (seen(a), seen(b))
        let (l, x, y) = (a.0 - b.0, a.1 - b.1, a.2 - b.2)
        return 100 * (l * l + x * x + y * y).squareRoot()
    }

    /// The colour in OKLab as it is seen.
    private func seen(_ color: Color) -> (Double, Double, Double) {
        let (r, g, b) = color.linearRGB
        let m = matrix
        func part(_ row: Int) -> Double {
            max(0, min(1, m[row] * r + m[row + 1] * g + m[row + 2] * b))
        }
        return Self.oklab(part(0), part(3), part(6))
    }

    /// Machado, Oliveira and Fernandes 2009, severity 1, on linear sRGB.
    private var matrix: [Double] {
        switch self {
        case .normal: [1, 0, 0, 0, 1, 0, 0, 0, 1]
        case .protan:
            [
                0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
                1.051998,
            ]
        case .deutan:
            [
                0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
                0.968881,
            ]
        case .tritan:
            [
                1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
                0.303900,
            ]
        }
    }

    private static func oklab(_ r: Double, _ g: Double, _ b: Double) -> (Double, Double, Double) {
        let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
        let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
        let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
        return (
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
        )
    }
}
