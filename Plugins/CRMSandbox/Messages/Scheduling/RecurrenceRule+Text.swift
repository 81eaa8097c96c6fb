import PeriluneCore

extension RecurrenceRule {
    /// The rule in words.
    ///
    /// Such as `Occurs every 2 weeks on Monday effective 1/5/2026 from 9:00 AM to 10:00 AM.`
    var text: String {
        var ending = ""
        switch end {
        case .never: break
        case .after(let count): ending = " for \(count) occurrence\(count == 1 ? "" : "s")"
        case .on(let day): ending = " until \(Self.date(day))"
        }
        return "Occurs \(patternText) effective \(Self.date(first))\(ending) from "
            + "\(Self.time(startSecond)) to \(Self.time((startSecond + duration) % 86400))."
    }

    private var patternText: String {
        switch pattern {
        case .daily(let every): Self.each(every, "day")
        case .weekdays: "every weekday"
        case .weekly(let every, let days, _):
            "\(Self.each(every, "week")) on \(Self.list(Self.names(days)))"
        case .monthly(let every, let place):
            "\(Self.text(place)) of \(Self.each(every, "month"))"
        case .yearly(let every, let month, let place):
            "\(Self.text(place)) of \(Self.months[month - 1])"
                + (every == 1 ? " every year" : " every \(every) years")
        }
    }

    private static func each(_ count: Int, _ unit: String) -> String {
        count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
    }

    private static func text(_ place: RecurrencePattern.Place) -> String {
        switch place {
        case .day(let day): return "day \(day)"
        case .nth(let instance, let days):
            let ordinal = ["first", "second", "third", "fourth", "last"][instance - 1]
            let name: String
            switch days {
            case 0b111_1111: name = "day"
            case 0b011_1110: name = "weekday"
            case 0b100_0001: name = "weekend day"
            default: name = list(names(days), "or")
            }
            return "the \(ordinal) \(name)"
        }
    }

    private static func names(_ days: Int) -> [String] {
        weekdays.enumerated().filter { days >> $0.offset & 1 == 1 }.map(\.element)
    }

    private static func list(_ words: [String], _ link: String = "and") -> String {
        guard words.count > 1, let last = words.last else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " \(link) " + last
    }

    private static func date(_ day: Int) -> String {
        let date = CivilDate(number: day)
        return "\(date.month)/\(date.day)/\(date.year)"
    }

    private static func time(_ second: Int) -> String {
        let (hour, minute) = (second / 3600, second / 60 % 60)
        return "\(hour % 12 == 0 ? 12 : hour % 12):\(minute < 10 ? "0" : "")\(minute) "
            + (hour < 12 ? "AM" : "PM")
    }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
