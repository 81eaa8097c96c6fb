import Perilune
import PeriluneCore

/// Formats numbers with units for display.
enum ReadableNumber {
    /// A rate per second.
    static func rate(_ number: Double) -> String {
        number < 100 ? Summary.fixed(number, 1) : Counted.digits(Int(number.rounded()))
    }

    static func percent(_ share: Double) -> String {
        "\(Summary.fixed(share * 100, share > 0 && share < 0.0995 ? 1 : 0)) %"
    }

    /// A duration in nanoseconds, with at least two digits.
    static func time(_ nanoseconds: UInt64) -> String {
        var number = Double(nanoseconds)
        for unit in ["ns", "µs", "ms"] {
            if number < 999.5 {
                return "\(Summary.fixed(number, number < 9.95 && unit != "ns" ? 1 : 0)) \(unit)"
            }
            number /= 1000
        }
        return "\(Summary.fixed(number, 1)) s"
    }

    static func bytes(_ count: Int) -> String {
        let kilobytes = Double(count) / 1024
        return kilobytes < 999.5
            ? "\(Summary.fixed(kilobytes, 0)) KB" : "\(Summary.fixed(kilobytes / 1024, 1)) MB"
    }

    /// A duration in seconds.
    static func span(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
        case ..<86400: "\(seconds / 3600) h \(seconds / 60 % 60) min"
        default: "\(seconds / 86400) d \(seconds / 3600 % 24) h"
        }
    }

    /// A time in whole seconds; without the date if it is the current day.
    static func clock(_ time: Timestamp, at now: Timestamp) -> String {
        let text = time.description.prefix(19)
        let isToday = text.prefix(10) == now.description.prefix(10)
        return (isToday ? "\(text.dropFirst(11))" : "\(text.prefix(10)) \(text.suffix(8))") + "Z"
    }
}
