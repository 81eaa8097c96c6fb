import CPeriluneLocale
import PeriluneCore

/// The date formats of one locale, opened on demand.
///
/// Only one thread may use ICU's formatters at a time.
struct DateWriters: ~Copyable {
    private var formats: [DateStyle: OpaquePointer] = [:]

    deinit {
        for format in formats.values { perilune_locale_close_dates(format) }
    }

    mutating func write(_ date: Int64, _ style: DateStyle, locale: String) -> String {
        guard let format = formats[style] ?? Self.open(style, locale: locale) else {
            return Timestamp(microseconds: date).description
        }
        formats[style] = format
        return Self.write(Double(date / 1000), format)
    }

    /// Formats a date with one of ICU's formats.
    static func write(_ milliseconds: Double, _ format: OpaquePointer) -> String {
        String(unsafeUninitializedCapacity: 768) { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                perilune_locale_write_date(format, milliseconds, $0.baseAddress, $0.count)
            }
        }
    }

    private static func open(_ style: DateStyle, locale: String) -> OpaquePointer? {
        // The stand-alone form, because some languages inflect the name of a month within a date.
        func pattern(_ pattern: String) -> OpaquePointer? {
            perilune_locale_open_dates(
                locale, PERILUNE_DATE_PATTERN, PERILUNE_DATE_PATTERN, pattern, "UTC")
        }
        func fields(_ skeleton: String) -> OpaquePointer? {
            perilune_locale_open_dates(
                locale, PERILUNE_DATE_SKELETON, PERILUNE_DATE_SKELETON, skeleton, "UTC")
        }
        return switch style {
        case .year: fields("y")
        case .monthAndYear: fields("yMMM")
        case .monthAndDay: fields("MMMd")
        case .time:
            perilune_locale_open_dates(locale, PERILUNE_DATE_NONE, PERILUNE_DATE_SHORT, "", "UTC")
        case .timeWithSeconds: fields("jms")
        case .monthDayAndTime: fields("MMMdjm")
        case .month: pattern("LLLL")
        case .shortMonth: pattern("LLL")
        case .weekDay: pattern("cccc")
        case .shortWeekDay: pattern("ccc")
        case .short:
            perilune_locale_open_dates(locale, PERILUNE_DATE_SHORT, PERILUNE_DATE_NONE, "", "UTC")
        case .medium:
            perilune_locale_open_dates(locale, PERILUNE_DATE_MEDIUM, PERILUNE_DATE_NONE, "", "UTC")
        case .long:
            perilune_locale_open_dates(locale, PERILUNE_DATE_LONG, PERILUNE_DATE_NONE, "", "UTC")
        case .mediumWithTime:
            perilune_locale_open_dates(locale, PERILUNE_DATE_MEDIUM, PERILUNE_DATE_SHORT, "", "UTC")
        }
    }
}
