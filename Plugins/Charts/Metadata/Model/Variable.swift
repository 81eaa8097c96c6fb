/// A value that users can change while they look at the charts, and that the expressions of all charts share.
public struct Variable: Sendable, Hashable {
    /// Begins with `$`.
    package var name: String
    /// The name that users read; empty for ``name``.
    package var displayName = ""
    /// The kind of its values.
    package var kind: Kind
    /// The initial value: a number, for a boolean 1 or 0, a date, or the text of the selected choice.
    ///
    /// It may be outside of the limits, which only apply to the control.
    package var value: Cell
    /// The least value of the control, a number or a date; `nil` for no limit.
    package var minimum: Cell?
    /// The greatest value of the control, a number or a date; `nil` for no limit.
    package var maximum: Cell?
    /// The distance between values of the control; `nil` for any value.
    package var step: Double?
    /// How many decimals are shown, 0 to 9; `nil` for two (integers have none).
    package var decimals: Int?
    /// The choices of an `enum`; empty for other kinds.
    package var choices: [Choice] = []
    /// The index of the choice that is selected at first.
    package var selection: Int?
    package var place = MetadataPlace()

    /// The name that users read.
    package var title: String { displayName.isEmpty ? name : displayName }

    package init(name: String, kind: Kind, value: Cell) {
        self.name = name
        self.kind = kind
        self.value = value
    }

    /// The type of a variable, by its name in the metadata.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case integer, float, boolean, date
        case choice = "enum"
    }

    /// One of the values that users choose from.
    public struct Choice: Sendable, Hashable {
        /// The value of the choice in expressions.
        package var value: String
        /// The display text; the value if the metadata has none.
        package var display: String
        package var place = MetadataPlace()

        package init(value: String, display: String? = nil) {
            self.value = value
            self.display = display ?? value
        }
    }
}

/// A panel with the controls of some variables.
public struct DAPanel: Sendable, Hashable {
    /// The name by which scripts, layouts and addresses know it.
    package var name: String
    /// Written above the controls; empty for none.
    package var title = ""
    /// The names of the variables, in the order of their `Sequence`.
    package var variables: [Chart.Reference] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }
}

/// A column of the data that users can change for the selected category.
public struct WhatIfColumn: Sendable, Hashable {
    /// The column of the query whose values are changed.
    package var name: String
    /// The name that users read; empty for ``name``.
    package var displayName = ""
    /// Whether only whole numbers can be set.
    package var isInteger = false
    /// The initial value if the rows have no number for the category.
    package var value: Double?
    /// The least value of the control; `nil` for no limit.
    package var minimum: Double?
    /// The greatest value of the control; `nil` for no limit.
    package var maximum: Double?
    /// The distance between values of the control; `nil` for any value.
    package var step: Double?
    /// How many decimals are shown, 0 to 9; `nil` for two (whole numbers have none).
    package var decimals: Int?
    package var place = MetadataPlace()

    /// The name that users read.
    package var title: String { displayName.isEmpty ? name : displayName }

    package init(name: String) { self.name = name }
}
