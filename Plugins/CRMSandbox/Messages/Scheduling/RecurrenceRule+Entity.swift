import CRMPlugin
import PeriluneCore

extension RecurrenceRule {
    /// Reads the rule from the columns of a recurring appointment; throws if it is invalid.
    init(_ entity: Entity) throws(CRMFault) {
        let columns = Columns(entity: entity)
        pattern = try columns.pattern()
        guard
            let start = columns.date("patternstartdate") ?? columns.date("scheduledstart")
                ?? columns.date("starttime")
        else { throw .recurrenceRule("The rule does not say when it begins.") }
        first = start.day
        guard first >= CivilDate(1900, 1, 1).number else {
            throw CRMFault(.recurrenceStart, "The recurrence pattern start date is invalid.")
        }
        guard let time = columns.date("starttime") ?? columns.date("scheduledstart") else {
            throw .recurrenceRule("The rule does not say at what time it takes place.")
        }
        startSecond = time.secondOfDay
        duration = try columns.duration(from: time)
        end = try columns.end(after: first)
        guard !occurrences(limit: 1).isEmpty else {
            throw CRMFault(
                .recurrenceWithoutOccurrence, "The recurrence pattern has no occurrences.")
        }
    }

    /// The columns of a rule, one by one.
    private struct Columns {
        let entity: Entity

        func date(_ name: String) -> Timestamp? { entity[name, as: Timestamp.self] }
        func option(_ name: String) -> Int? {
            entity[name, as: OptionSetValue.self].map { Int($0.value) } ?? number(name)
        }
        func number(_ name: String) -> Int? { entity[name, as: Int32.self].map { Int($0) } }

        /// A number that the pattern needs, within what it may be.
        func number(_ name: String, in range: ClosedRange<Int>) throws(CRMFault) -> Int {
            guard let value = option(name) else {
                throw .recurrenceRule("The pattern needs \(name).")
            }
            guard range.contains(value) else { throw .recurrencePattern(name) }
            return value
        }

        func pattern() throws(CRMFault) -> RecurrencePattern {
            guard let type = option("recurrencepatterntype") else {
                throw .recurrenceRule("The rule has no pattern.")
            }
            let every = try option("interval") == nil ? 1 : number("interval", in: 1...999)
            switch type {
            case 0: return entity["isweekdaypattern"] == true ? .weekdays : .daily(every: every)
            case 1:
                return .weekly(
                    every: every, days: try number("daysofweekmask", in: 1...127),
                    weekStart: try option("firstdayofweek") == nil
                        ? 0 : number("firstdayofweek", in: 0...6))
            case 2:
                return .monthly(
                    every: every, try place(isNth: entity["isnthmonthly"] == true, month: 1))
            case 3:
                let month = try number("monthofyear", in: 1...12)
                return .yearly(
                    every: every, month: month,
                    try place(isNth: entity["isnthyearly"] == true, month: month))
            default: throw .recurrencePattern("recurrencepatterntype")
            }
        }

        private func place(
            isNth: Bool, month: Int
        ) throws(CRMFault) -> RecurrencePattern.Place {
            if isNth {
                return .nth(
                    try number("instance", in: 1...5),
                    days: try number("daysofweekmask", in: 1...127))
            }
            // The length in a leap year, since the 29th of February is a valid day.
            let length =
                CivilDate(2024, month, 1).adding(months: 1).number
                - CivilDate(2024, month, 1).number
            return .day(try number("dayofmonth", in: 1...length))
        }

        func duration(from start: Timestamp) throws(CRMFault) -> Int {
            var seconds = number("duration").map { $0 * 60 }
            if seconds == nil,
                let begin = date("starttime") ?? date("scheduledstart"),
                let end = date("endtime") ?? date("scheduledend")
            {
                seconds = Int((end.microseconds - begin.microseconds) / 1_000_000)
            }
            guard let seconds else {
                throw .recurrenceRule("The rule does not say how long it takes.")
            }
            guard seconds >= 0 else { throw .recurrencePattern("duration") }
            return seconds
        }

        func end(after first: Int) throws(CRMFault) -> End {
            switch option("patternendtype") {
            case nil:
                if let day = date("patternenddate")?.day { return try .on(checked(day, first)) }
                return option("occurrences") == nil
                    ? .never : .after(try number("occurrences", in: 1...999))
            case 1: return .never
            case 2: return .after(try number("occurrences", in: 1...999))
            case 3:
                guard let day = date("patternenddate")?.day else {
                    throw .recurrenceRule("The pattern needs patternenddate.")
                }
                return .on(try checked(day, first))
            default: throw .recurrencePattern("patternendtype")
            }
        }

        private func checked(_ day: Int, _ first: Int) throws(CRMFault) -> Int {
            guard day >= first, day <= RecurrenceRule.lastDay else {
                throw CRMFault(.recurrenceEnd, "The recurrence pattern end date is invalid.")
            }
            return day
        }
    }
}

extension CRMFault {
    /// A part of the rule is missing.
    fileprivate static func recurrenceRule(_ reason: String) -> CRMFault {
        CRMFault(.invalidRecurrenceRule, reason)
    }

    /// A part of the rule is not possible.
    fileprivate static func recurrencePattern(_ column: String) -> CRMFault {
        CRMFault(.invalidRecurrencePattern, "Invalid recurrence pattern: \(column).")
    }
}
