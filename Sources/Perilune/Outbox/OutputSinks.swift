package import PeriluneCore
internal import PeriluneFiles
package import PeriluneStore

/// The sinks of a host: those that plugins provide, and those that its outputs configure.
package struct OutputSinks {
    package private(set) var streams: [(sink: any RecordSink, stream: OutboxStream)] = []

    /// Finds or creates the sink of each output; a sink that no output names gets the records.
    ///
    /// - Throws: `output.sink` if an output names a sink that no plugin provides or that another output uses, and the
    ///   errors of factories.
    package init(_ registry: Registry, _ outputs: [NamedOutput]) throws(PeriluneError) {
        let provided = registry.recordSinks
        try Self.checkFiles(of: outputs, registry)
        var owners: [String: String] = [:]
        for output in outputs {
            guard let name = output.sink else { continue }
            let options = output.sinkOptions
            func located(_ error: PeriluneError) -> PeriluneError {
                var error = error
                if error.place.file == nil { error.place = options.place }
                return error
            }
            if provided.contains(where: { $0.name == name }) {
                if let owner = owners.updateValue(output.name, forKey: name) {
                    throw located(Self.shared(name, by: [owner, output.name]))
                }
                guard options.isEmpty else {
                    throw located(Self.withoutOptions(output.name, name))
                }
            } else if let factory = registry.sinkFactories.first(where: { $0.name == name }) {
                if options.getsRecords, provided.contains(where: { $0.name == output.name }) {
                    throw located(Self.sameName(output.name))
                }
                do throws(PeriluneError) {
                    let output = output.avoiding(
                        [], patterns: Self.files(beside: output, of: outputs, registry))
                    let sink = try factory.sink(named: output.name, output.sinkOptions)
                    streams.append((sink, Self.stream(of: output, name)))
                } catch {
                    var error = error
                    error.message = "output '\(output.name)': \(error.message)"
                    throw located(error)
                }
            } else {
                throw located(Self.unknown(name, of: output.name, in: registry))
            }
        }
        streams += provided.map {
            ($0, OutboxStream(sink: $0.name, output: owners[$0.name] ?? ""))
        }
    }

    /// Throws if two outputs can have the same file at some time, and do not share it.
    ///
    /// They would truncate the file to their own lengths.
    private static func checkFiles(
        of outputs: [NamedOutput], _ registry: Registry
    ) throws(PeriluneError) {
        var owners: [(output: String, file: WrittenFile, files: InputFiles)] = []
        for output in outputs {
            for file in files(of: output, registry) {
                let files = InputFiles([file.pattern])
                let owner = owners.first { owner in
                    owner.output != output.name && !owner.file.isShared(with: file)
                        && owner.files.overlaps(files)
                }
                owners.append((output.name, file, files))
                guard let owner else { continue }
                let names = [owner.file, file].map { Glob.text(of: $0.pattern) ?? $0.pattern }
                let pair = names[0] == names[1] ? "" : ": \(names[0]) and \(names[1])"
                throw PeriluneError(
                    "output.twice",
                    "the outputs '\(owner.output)' and '\(output.name)' write the same file\(pair)",
                    at: output.sinkOptions.place,
                    hint: "name different files, or emit both to one output")
            }
        }
    }

    /// The files of the other outputs that an output must not write.
    private static func files(
        beside output: NamedOutput, of outputs: [NamedOutput], _ registry: Registry
    ) -> [String] {
        let own = files(of: output, registry)
        return outputs.filter { $0.name != output.name }.flatMap { files(of: $0, registry) }
            .filter { file in !own.contains { $0.isShared(with: file) } }.map(\.pattern)
    }

    private static func files(of output: NamedOutput, _ registry: Registry) -> [WrittenFile] {
        if let file = output.file { return [WrittenFile(pattern: Glob.exactly(file))] }
        let kind = registry.sinkFactories.first { $0.name == output.sink }
        return kind?.files(of: output.name, output.sinkOptions) ?? []
    }

    private static func sameName(_ output: String) -> PeriluneError {
        PeriluneError(
            "output.sink", "the output '\(output)' has the name of the sink of a plugin",
            hint: "rename the output")
    }

    private static func stream(of output: NamedOutput, _ kind: String) -> OutboxStream {
        output.sinkOptions.getsRecords
            ? OutboxStream(sink: output.name, output: "")
            : OutboxStream(sink: kind, output: output.name)
    }

    private static func unknown(
        _ name: String, of output: String, in registry: Registry
    ) -> PeriluneError {
        let known = (registry.recordSinks.map(\.name) + registry.sinkFactories.map(\.name)).sorted()
        return PeriluneError(
            "output.sink",
            "the output '\(output)' names the sink '\(name)', which no plugin provides",
            hint: NearestName.hint(for: name, in: known)
                ?? "list the plugin that provides it, name a file, or use one of \(known.joined(separator: ", "))"
        )
    }

    private static func shared(_ name: String, by outputs: [String]) -> PeriluneError {
        PeriluneError(
            "output.sink",
            "the outputs '\(outputs[0])' and '\(outputs[1])' name the same sink '\(name)'",
            hint:
                "a sink gets the values of one output; emit both to one output, or provide another sink"
        )
    }

    private static func withoutOptions(_ output: String, _ name: String) -> PeriluneError {
        PeriluneError(
            "output.sink", "output '\(output)': the sink '\(name)' has no options",
            hint: "write { sink = \"\(name)\" }")
    }
}
