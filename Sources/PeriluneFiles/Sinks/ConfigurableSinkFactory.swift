package import PeriluneCore

/// A kind of sink whose options are a table of declared settings.
package protocol ConfigurableSinkFactory: RecordSinkFactory {
    /// The options.
    var schema: SettingsSchema { get }
    /// The files that the sink of an output writes, besides that for rejected values; by default, ``ownFile(_:)``.
    ///
    /// Files whose names come from values are not among them.
    func writtenFiles(of output: String, _ options: SinkOptions) -> [WrittenFile]
    /// Creates the sink of an output from its options; the sink must not write to the inputs.
    func sink(
        named output: String, _ settings: Settings, inputs: FileSet
    ) throws(PeriluneError) -> any RecordSink
}

extension ConfigurableSinkFactory {
    package func writtenFiles(of output: String, _ options: SinkOptions) -> [WrittenFile] {
        ownFile(options).map { [WrittenFile(pattern: $0)] } ?? []
    }

    /// Reads the options by the schema and creates the sink.
    ///
    /// - Throws: `output.option` if an option is unknown or invalid, and `output.is-input` if the sink would write an input,
    ///   or a file for two purposes.
    package func sink(
        named output: String, _ options: SinkOptions
    ) throws(PeriluneError) -> any RecordSink {
        let source = SettingsSource(code: "output.option", folder: options.folder, firstIndex: 1)
        let values = OptionTexts.typed(options.values, by: schema)
        let inputs = FileSet(options.inputs)
        var known: [(file: WrittenFile, files: FileSet)] = []
        for file in allWrittenFiles(of: output, options) {
            let files = FileSet([file.pattern])
            let path = Glob.text(of: file.pattern)
            // A file that is named by the time may have been an input before.
            if path.map(inputs.contains) ?? inputs.overlapsPatterns(of: files)
                || known.contains(where: {
                    $0.file.sharedUse != file.sharedUse && $0.files.overlaps(files)
                })
            {
                throw PeriluneError.outputIsInput(path ?? file.pattern)
            }
            known.append((file, files))
        }
        return try sink(
            named: output, Settings(values, schema, of: source),
            inputs: inputs)
    }

    fileprivate func allWrittenFiles(of output: String, _ options: SinkOptions) -> [WrittenFile] {
        writtenFiles(of: output, options) + [rejectedFile(options)].compactMap(\.self)
    }

    /// The file for rejected values, to which several outputs may add.
    private func rejectedFile(_ options: SinkOptions) -> WrittenFile? {
        let name = RejectedValues.field.name
        guard schema[name] != nil, let file = options.values[name]?.string else { return nil }
        return WrittenFile(
            pattern: Glob.exactly(FilePath.join(options.folder, file)), sharedUse: name)
    }
}

extension RecordSinkFactory {
    /// All files that the sink of an output writes, except those whose names come from values.
    package func files(of output: String, _ options: SinkOptions) -> [WrittenFile] {
        if let kind = self as? any ConfigurableSinkFactory {
            return kind.allWrittenFiles(of: output, options)
        }
        return ownFile(options).map { [WrittenFile(pattern: $0)] } ?? []
    }
}

extension PeriluneError.Code {
    /// An option of an output that is unknown or invalid.
    package static let outputOption: Self = "output.option"
}
