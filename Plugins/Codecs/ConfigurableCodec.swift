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
    /// Reads the options by the schema.
    ///
    /// - Throws: `codec.option`, with the name of the codec in its message, if one is unknown or invalid.
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
