package import PeriluneCore
import PeriluneLocale

extension Column {
    /// The values that a text of a user stands for: those with this spelling, else those with the same number or
    /// date.
    ///
    /// - Parameters:
    ///   - text: The text to read.
    ///   - conventions: The conventions of the locale that the user named.
    /// - Returns: One or several values, which the column need not contain.
    /// - Throws: `charts.value` if all values of the column are numbers or dates, and the text is neither or is
    ///   ambiguous.
    func cells(
        meaning text: String, _ conventions: LocaleConventions? = nil
    ) throws(PeriluneError) -> [Cell] {
        let plain = Double(text).flatMap { $0.isFinite ? Cell.number($0) : nil } ?? .text(text)
        let wanted = plain.of(typeOf: self)
        switch (cells, wanted) {
        case (.numbers, .text):
            return [try number(text, among: [text], conventions).map(Cell.number) ?? .null]
        case (.dates, .text), (.dates, .number):
            return [try date(text, among: [text], conventions).map(Cell.date) ?? .null]
        case (.texts(let texts), _) where !texts.contains(text):
            return try same(as: text, in: texts, conventions)
        default: return [wanted]
        }
    }

    /// The texts of a column of numbers or dates that mean the same one; the text itself if the column has others.
    private func same(
        as text: String, in texts: [String?], _ conventions: LocaleConventions?
    ) throws(PeriluneError) -> [Cell] {
        let dates = DateColumnParser(texts, locale: conventions?.dateOrder).instants
        if let dates {
            let wanted = try date(text, among: texts, conventions)
            return Self.texts(texts, where: dates.map { $0 == wanted }, or: text)
        }
        let numbers = NumberColumnParser(texts, mark: conventions?.decimalMark)
        guard numbers.areNumbers, numbers.failureCount == 0 else { return [.text(text)] }
        let wanted = try number(text, among: texts, conventions)
        return Self.texts(texts, where: numbers.numbers.map { $0 == wanted }, or: text)
    }

    private static func texts(
        _ texts: [String?], where isSame: [Bool], or text: String
    ) -> [Cell] {
        let same = Set(zip(texts, isSame).compactMap { $1 ? $0 : nil }).sorted()
        return (same.isEmpty ? [text] : same).map(Cell.text)
    }

    private func number(
        _ text: String, among texts: [String?], _ conventions: LocaleConventions?
    ) throws(PeriluneError) -> Double? {
        let read = NumberColumnParser([text], whole: texts, mark: conventions?.decimalMark)
        guard read.failureCount == 0 else {
            throw conversionError(
                text, "is not a number", "the values of \(name) are numbers such as 1234.5")
        }
        return read.numbers.first.flatMap { $0.isNaN ? nil : $0 }
    }

    private func date(
        _ text: String, among texts: [String?], _ conventions: LocaleConventions?
    ) throws(PeriluneError) -> Int64? {
        if text.isEmpty { return nil }
        if let date = DateText.microseconds(text) { return date }
        let read = DateColumnParser([text], whole: texts, locale: conventions?.dateOrder)
        if let date = read.instants?.first { return date }
        if case .noOrder? = read.problem {
            throw conversionError(
                text, "may be either of two dates", "write a date such as 2024-03-25")
        }
        throw conversionError(
            text, "is not a date", "the values of \(name) are dates such as 2024-03-25")
    }

    private func conversionError(_ text: String, _ problem: String, _ hint: String) -> PeriluneError
    {
        PeriluneError("charts.value", "'\(text.prefix(40))' \(problem)", hint: hint)
    }
}

extension Column {
    /// Its values as numbers, which ranges are compared with; a date is microseconds since 1970.
    struct Scale {
        /// The values; NaN for rows without one.
        var values: [Double]
        var areDates: Bool
    }

    /// - Parameter conventions: Those of the locale that the user named.
    /// - Returns: `nil` for texts that are not all numbers or all dates.
    func scale(_ conventions: LocaleConventions? = nil) -> Scale? {
        func scale(_ dates: [Int64?]) -> Scale {
            Scale(values: dates.map { $0.map(Double.init) ?? .nan }, areDates: true)
        }
        switch cells {
        case .numbers(let values): return Scale(values: values, areDates: false)
        case .dates(let dates): return scale(dates)
        case .texts(let texts):
            let parser = DateColumnParser(texts, locale: conventions?.dateOrder)
            if let dates = parser.instants { return scale(dates) }
            let numbers = NumberColumnParser(texts, mark: conventions?.decimalMark)
            guard numbers.areNumbers, numbers.failureCount == 0 else { return nil }
            return Scale(values: numbers.numbers, areDates: false)
        }
    }

    /// The texts that are numbers or dates within a range; `nil` if it has no texts, or others.
    func texts(
        from lower: Double, to upper: Double, _ conventions: LocaleConventions?
    ) -> [String]? {
        guard let texts, let scale = scale(conventions) else { return nil }
        let found = zip(texts, scale.values).compactMap { text, value in
            value >= lower && value <= upper ? text : nil
        }
        return Set(found).sorted()
    }
}

extension Session {
    /// The values of a column that a text means with the locale of the session.
    package nonisolated func cells(
        of column: Column, meaning text: String
    ) throws(PeriluneError) -> [Cell] {
        try column.cells(meaning: text, formats.conventions)
    }
}
