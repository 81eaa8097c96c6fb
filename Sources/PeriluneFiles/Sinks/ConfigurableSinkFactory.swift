package import PeriluneCore

/// A kind of sink whose options are a table of declared settings.
package protocol ConfigurableSinkFactory: RecordSinkFactory {
    /// The options.
    var schema: SettingsSchema { get }
    /// Creates the sink of an output from its options; the sink must not write to the inputs.
    func sink(
        named output: String, _ settings: Settings, inputs: InputFiles
    ) throws(PeriluneError) -> any RecordSink
}

extension ConfigurableSinkFactory {
    /// Reads the options by the schema and creates the sink.
    ///
    /// - Throws: `output.option` if an option is unknown or invalid.
    package func sink(
        named output: String, _ options: SinkOptions
    ) throws(PeriluneError) -> any RecordSink {
        let source = SettingsSource(code: "output.option", folder: options.folder, firstIndex: 1)
        let values = OptionTexts.typed(options.values, by: schema)
        return try sink(
            named: output, Settings(values, schema, of: source),
            inputs: InputFiles(options.inputs))
    }
}

extension PeriluneError.Code {
    /// An option of an output that is unknown or invalid.
    package static let outputOption: Self = "output.option"
}
