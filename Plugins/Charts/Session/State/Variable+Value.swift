import PeriluneCore

extension Variable {
    /// Throws an error for a value that the variable cannot have.
    func check(_ value: ChartAction.VariableValue) throws(PeriluneError) {
        switch (kind, value) {
        case (.choice, .text(let text)):
            guard choices.contains(where: { $0.value == text || $0.display == text }) else {
                throw valueError(
                    "'\(text)'", "one of \(choices.map(\.value).joined(separator: ", "))")
            }
        case (.choice, .number(let index)):
            guard let index = Int(exactly: index), choices.indices.contains(index) else {
                throw valueError(ValueText.number(index), "a choice, or its position from 0")
            }
        case (.boolean, .number(let number)):
            guard number == 0 || number == 1 else {
                throw valueError(ValueText.number(number), "0 or 1")
            }
        case (.boolean, .text(let text)):
            guard ValueText.boolean(text) != nil else {
                throw valueError("'\(text)'", "true or false")
            }
        case (.integer, .number(let number)):
            guard Int(exactly: number) != nil else {
                throw valueError(ValueText.number(number), "an integer")
            }
        case (.float, .number): break
        case (.date, .text(let text)):
            guard ValueText.date(text) != nil else {
                throw valueError("'\(text)'", "a date such as 2010-09-01")
            }
        case (.integer, .text(let text)), (.float, .text(let text)):
            throw valueError("'\(text)'", "a number")
        case (.date, .number(let number)):
            throw valueError(ValueText.number(number), "a date such as 2010-09-01")
        }
        try checkLimits(cell(value))
    }

    /// Throws an error for a value that its control cannot have.
    ///
    /// The value that it begins with may be one.
    private func checkLimits(_ value: Cell) throws(PeriluneError) {
        guard value != self.value else { return }
        if let minimum, value.precedes(minimum) {
            throw valueError(value.key, "\(minimum.key) or more")
        }
        if let maximum, maximum.precedes(value) {
            throw valueError(value.key, "\(maximum.key) or less")
        }
    }

    /// The value for expressions.
    func cell(_ value: ChartAction.VariableValue?) -> Cell {
        switch (kind, value) {
        case (_, nil): self.value
        case (.choice, .number(let index)):
            // A stored state may be older than the choices.
            Int(exactly: index).flatMap { choices.indices.contains($0) ? choices[$0].value : nil }
                .map(Cell.text) ?? self.value
        case (.choice, .text(let text)):
            .text(choices.first { $0.value == text || $0.display == text }?.value ?? text)
        case (.boolean, .text(let text)): .number(ValueText.boolean(text) == true ? 1 : 0)
        case (.date, .text(let text)): ValueText.date(text).map(Cell.date) ?? .null
        case (_, .number(let number)): .number(number)
        case (_, .text(let text)): .text(text)
        }
    }

    private func valueError(_ value: String, _ needed: String) -> PeriluneError {
        PeriluneError("charts.variable", "\(name) must be \(needed), got \(value)")
    }
}
