/// What a person may change while looking at the charts: the expressions of all charts share it.
public struct Variable: Sendable, Hashable {
    /// Begins with `$`.
    package var name: String
    package var displayName = ""
    package var kind: Kind
    /// What it is before anybody changed it: a number, for a boolean 1 or 0, a date, or the text of the
    /// selected choice.
    ///
    /// It may lie outside the limits: those are the control's alone.
    package var value: Cell
    /// A number or a date.
    package var minimum: Cell?
    package var maximum: Cell?
    package var step: Double?
    package var decimals: Int?
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

    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case integer, float, boolean, date
        case choice = "enum"
    }

    /// One of the values that users choose from.
    public struct Choice: Sendable, Hashable {
        package var value: String
        /// What a person reads; the value where the metadata has nothing else.
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
    package var name: String
    package var title = ""
    /// The names of the variables, in the order of their `Sequence`.
    package var variables: [Chart.Reference] = []
    package var place = MetadataPlace()

    package init(name: String) { self.name = name }
}

/// A column of the data that a person may change for the selected category.
public struct WhatIfColumn: Sendable, Hashable {
    package var name: String
    package var displayName = ""
    package var isInteger = false
    /// What the metadata says; the control starts at what the data says.
    package var value: Double?
    package var minimum: Double?
    package var maximum: Double?
    package var step: Double?
    package var decimals: Int?
    package var place = MetadataPlace()

    /// The name that users read.
    package var title: String { displayName.isEmpty ? name : displayName }

    package init(name: String) { self.name = name }
}
