/// The settings of a table, for checks, for completion in editors and for the reference.
package struct SettingsSchema: Sendable {
    /// The settings in the order of the reference.
    package let fields: [Field]

    package init(_ fields: [Field]) { self.fields = fields }

    /// A setting: its name in the table, the values that it accepts, and whether the table must have it.
    package struct Field: Sendable {
        package let name: String
        package let kind: Kind
        package let isRequired: Bool
        /// One sentence, with the default.
        package let summary: String

        package init(_ name: String, _ kind: Kind, isRequired: Bool = false, _ summary: String) {
            self.name = name
            self.kind = kind
            self.isRequired = isRequired
            self.summary = summary
        }
    }

    /// The type of a setting.
    package indirect enum Kind: Sendable {
        case text
        /// The name of a file or folder, or `-`.
        case file
        /// A file that exists.
        case input
        /// One existing file, or several.
        case inputs
        /// A file that exists, or `credential:NAME` for one that the service manager passes.
        case secretFile
        /// A reference to a secret.
        case secret
        case flag
        /// One string, or a list of strings.
        case texts
        case number(ClosedRange<Int64>)
        case choice([String])
        case object(SettingsSchema)
        /// A list of objects.
        case list(SettingsSchema)
        /// An object with secrets under any names.
        case secrets
        /// An object that is checked elsewhere, such as the options of a codec.
        case table
        /// An object with outputs by name.
        case outputs

        /// One of the raw values of a type.
        package static func choice<Choice: RawRepresentable<String> & CaseIterable>(
            of type: Choice.Type
        ) -> Kind {
            .choice(type.allCases.map(\.rawValue))
        }
    }

    subscript(name: String) -> Field? { fields.first { $0.name == name } }
}
