package import PeriluneCore

/// Converts options of the command line, which are text, to the types of a schema.
package enum OptionTexts {
    /// The options with the types of the schema; values that cannot be converted stay strings.
    package static func typed(_ value: Value, by schema: SettingsSchema) -> Value {
        guard case .object(let members) = value else { return value }
        var typed = Value.Members()
        for pair in members.pairs {
            // A value without a name sets the first field of the table.
            let name = pair.name.isEmpty ? schema.fields.first?.name ?? "" : pair.name
            let field = schema.fields.first { $0.name == name }
            typed[name] = field.map { self.typed(pair.value, $0.kind) } ?? pair.value
        }
        return .object(typed)
    }

    private static func typed(_ value: Value, _ kind: SettingsSchema.Kind) -> Value {
        switch (kind, value) {
        case (.number, .string(let text)): Int64(text).map { .integer($0) } ?? value
        case (.flag, .string("true")): .bool(true)
        case (.flag, .string("false")): .bool(false)
        // A template may contain commas.
        case (.texts, .string(let text)) where text.contains("{"): .array([value])
        case (.texts, .string(let text)):
            .array(text.split(separator: ",").map { .string(String($0)) })
        // A string for a table sets its first field: time = "ts".
        case (.object(let schema), .string):
            .object(Value.Members(schema.fields.prefix(1).map { ($0.name, value) }))
        case (.object(let schema), .object): typed(value, by: schema)
        default: value
        }
    }
}
