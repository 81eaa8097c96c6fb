package import PeriluneCore
package import PeriluneFiles

/// A codec whose options are a table of declared settings.
package protocol ConfigurableCodec: Codec {
    /// The options.
    var schema: SettingsSchema { get }
    /// The codec with options of the schema.
    func configured(_ settings: Settings) throws(PeriluneError) -> any Codec
}

extension ConfigurableCodec {
    package func configured(_ options: Value) throws(PeriluneError) -> any Codec {
        do throws(PeriluneError) {
            let source = SettingsSource(code: "codec.option", firstIndex: 1)
            return try configured(
                Settings(OptionTexts.typed(options, by: schema), schema, of: source))
        } catch {
            var error = error
            let prefix = "codec '\(name)': "
            if !error.message.hasPrefix(prefix) { error.message = prefix + error.message }
            throw error
        }
    }
}

/// Options from the command line: text, also for numbers, lists and tables of the schema.
enum OptionTexts {
    /// The same options with the types of the schema, where the text allows it.
    static func typed(_ value: Value, by schema: SettingsSchema) -> Value {
        guard case .object(let members) = value else { return value }
        var typed = Value.Members()
        for pair in members.pairs {
            let field = schema.fields.first { $0.name == pair.name }
            typed[pair.name] = field.map { self.typed(pair.value, $0.kind) } ?? pair.value
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
        // The first field of a table is the one that matters: time = "ts".
        case (.object(let schema), .string):
            .object(Value.Members(schema.fields.prefix(1).map { ($0.name, value) }))
        case (.object(let schema), .object): typed(value, by: schema)
        default: value
        }
    }
}
