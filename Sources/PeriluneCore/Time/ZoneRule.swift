/// The rule for all future years, in the form of POSIX: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable {
    private struct Change {
        let month: Int
        /// From 1; 5 for the last one.
        let week: Int
        let weekday: Int
        /// Seconds after midnight, in local time before the change.
        let time: Int
    }

    private let standard: (name: String, offset: Int)
    private let daylight: (name: String, offset: Int)?
    private let changes: (toDaylight: Change, toStandard: Change)?

    /// Parses a rule; `nil` for other forms, which no zone uses now.
    init?(_ text: String) {
        var rest = Substring(text)
        guard let name = Self.name(&rest), let west = Self.time(&rest) else { return nil }
        standard = (name, -west)
        guard let other = Self.name(&rest) else {
            (daylight, changes) = (nil, nil)
            return
        }
        let offset = rest.first == "," ? -west + 3600 : -(Self.time(&rest) ?? 0)
        daylight = (other, offset)
        guard let first = Self.change(&rest), let second = Self.change(&rest), rest.isEmpty else {
            return nil
        }
        changes = (first, second)
    }

    func local(at seconds: Int) -> (offset: Int, name: String) {
        guard let daylight, let changes else { return (standard.offset, standard.name) }
        let year = Timestamp.date(days: (seconds + standard.offset).flooredQuotient(86400)).year
        let toDaylight = Self.local(changes.toDaylight, in: year) - standard.offset
        let toStandard = Self.local(changes.toStandard, in: year) - daylight.offset
        let isDaylight =
            toDaylight < toStandard
            ? seconds >= toDaylight && seconds < toStandard
            : seconds >= toDaylight || seconds < toStandard
        return isDaylight ? (daylight.offset, daylight.name) : (standard.offset, standard.name)
    }

    /// The local time of a change in seconds, as if it were UTC.
    private static func local(_ change: Change, in year: Int) -> Int {
        let first = Timestamp.days(year: year, month: change.month, day: 1)
        // 1970 began on a Thursday.
        let weekday = (first + 4).flooredRemainder(7)
        var day = (change.weekday - weekday + 7) % 7 + 7 * (change.week - 1)
        while day >= Timestamp.length(ofMonth: change.month, in: year) { day -= 7 }
        return (first + day) * 86400 + change.time
    }

    private static func name(_ rest: inout Substring) -> String? {
        let name: Substring
        if rest.first == "<" {
            name = rest.dropFirst().prefix { $0 != ">" }
            rest = rest.dropFirst(name.count + 2)
        } else {
            name = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(name.count)
        }
        return name.isEmpty ? nil : String(name)
    }

    /// Parses a time such as `-3:30`, in seconds.
    private static func time(_ rest: inout Substring) -> Int? {
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        let text = rest.prefix { $0.isASCII && $0.isNumber || $0 == ":" }
        rest = rest.dropFirst(text.count)
        var seconds = 0
        var unit = 3600
        for part in text.split(separator: ":") {
            guard let number = Int(part), number < 1000 else { return nil }
            seconds += number * unit
            unit /= 60
        }
        return text.isEmpty ? nil : isNegative ? -seconds : seconds
    }

    /// Parses a change such as `,M3.5.0/2`.
    private static func change(_ rest: inout Substring) -> Change? {
        guard rest.hasPrefix(",M") else { return nil }
        let text = rest.dropFirst(2).prefix { $0 != "," && $0 != "/" }
        rest = rest.dropFirst(2 + text.count)
        let numbers = text.split(separator: ".").compactMap { Int($0) }
        guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
            (0...6).contains(numbers[2])
        else { return nil }
        var time = 7200
        if rest.first == "/" {
            rest = rest.dropFirst()
            guard let other = Self.time(&rest) else { return nil }
            time = other
        }
        return Change(month: numbers[0], week: numbers[1], weekday: numbers[2], time: time)
    }
}
