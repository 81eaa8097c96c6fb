extension Variable {
    /// A number that users change.
    ///
    /// - Parameters:
    ///   - name: Its name in expressions, which begins with `$`.
    ///   - displayName: The name that users read.
    ///   - value: What it is before a user changes it.
    ///   - range: The numbers that users can set.
    ///   - step: The distance between them.
    ///   - decimals: How many decimals they can set.
    /// - Returns: The variable.
    public static func number(
        _ name: String, _ displayName: String = "", value: Double,
        in range: ClosedRange<Double>? = nil, step: Double? = nil, decimals: Int? = nil
    ) -> Variable {
        var made = Variable(name: name, kind: .float, value: .number(value))
        made.displayName = displayName
        made.minimum = range.map { .number($0.lowerBound) }
        made.maximum = range.map { .number($0.upperBound) }
        (made.step, made.decimals) = (step, decimals)
        return made
    }

    /// A whole number that users change.
    public static func integer(
        _ name: String, _ displayName: String = "", value: Int, in range: ClosedRange<Int>? = nil,
        step: Int? = nil
    ) -> Variable {
        var made = number(
            name, displayName, value: Double(value),
            in: range.map { Double($0.lowerBound)...Double($0.upperBound) },
            step: step.map(Double.init))
        made.kind = .integer
        return made
    }

    /// A switch, which is 1 or 0 in expressions.
    public static func boolean(
        _ name: String, _ displayName: String = "", value: Bool
    ) -> Variable {
        var made = Variable(name: name, kind: .boolean, value: .number(value ? 1 : 0))
        made.displayName = displayName
        return made
    }

    /// A date that users change.
    public static func date(
        _ name: String, _ displayName: String = "", value: Day, in range: ClosedRange<Day>? = nil
    ) -> Variable {
        var made = Variable(name: name, kind: .date, value: value.cell)
        made.displayName = displayName
        made.minimum = range?.lowerBound.cell
        made.maximum = range?.upperBound.cell
        return made
    }

    /// One of several texts; the first is selected at first, unless `selection` says otherwise.
    public static func choice(
        _ name: String, _ displayName: String = "", _ choices: [Choice], selection: Int = 0
    ) -> Variable {
        let value = choices.indices.contains(selection) ? choices[selection].value : ""
        var made = Variable(name: name, kind: .choice, value: .text(value))
        made.displayName = displayName
        made.choices = choices
        made.selection = selection
        return made
    }

    /// A day of the calendar.
    public struct Day: Sendable, Hashable, Comparable {
        private let date: Int64

        /// A day; `nil` if it does not exist, such as 30 February.
        public init?(_ year: Int, _ month: Int, _ day: Int) {
            guard let date = DateFunctions.date([year, month, day, 0, 0, 0]) else { return nil }
            self.date = date
        }

        fileprivate var cell: Cell { .date(date) }

        /// Whether a day is before another one.
        public static func < (left: Day, right: Day) -> Bool { left.date < right.date }
    }
}

extension Variable.Choice: ExpressibleByStringLiteral {
    /// A value, and the text that users read instead of it.
    public init(_ value: String, _ display: String? = nil) {
        self.init(value: value, display: display)
    }

    /// A value with the same display text.
    public init(stringLiteral value: String) { self.init(value) }
}
