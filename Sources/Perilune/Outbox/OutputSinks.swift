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
        if let problem = add(outputs, registry).first { throw problem }
    }

    /// Why outputs cannot be used: one reason for each of these outputs, and one for each file that two of them write.
    package static func problems(
        _ registry: Registry, _ outputs: [NamedOutput]
    ) -> [PeriluneError] {
        var sinks = OutputSinks()
        return sinks.add(outputs, registry)
    }

    private init() {}

    private mutating func add(
        _ outputs: [NamedOutput], _ registry: Registry
    ) -> [PeriluneError] {
        let shared = Self.sharedFiles(of: outputs, registry)
        var problems = shared.map(\.error)
        var owners: [String: String] = [:]
        // The sink of such an output would report the same.
        for output in outputs where !shared.contains(where: { $0.outputs.contains(output.name) }) {
            do throws(PeriluneError) {
                try add(output, of: outputs, registry, &owners)
            } catch {
                var error = error
                if error.place.file == nil { error.place = output.sinkOptions.place }
                problems.append(error)
            }
        }
        streams += registry.recordSinks.map {
            ($0, OutboxStream(sink: $0.name, output: owners[$0.name] ?? ""))
        }
        return problems
    }

    private mutating func add(
        _ output: NamedOutput, of outputs: [NamedOutput], _ registry: Registry,
        _ owners: inout [String: String]
    ) throws(PeriluneError) {
        guard let name = output.sink else { return }
        let provided = registry.recordSinks
        let options = output.sinkOptions
        if provided.contains(where: { $0.name == name }) {
            if let owner = owners.updateValue(output.name, forKey: name) {
                throw Self.shared(name, by: [owner, output.name])
            }
            guard options.isEmpty else { throw Self.withoutOptions(output.name, name) }
        } else if let factory = registry.sinkFactories.first(where: { $0.name == name }) {
            if options.getsRecords, provided.contains(where: { $0.name == output.name }) {
                throw Self.sameName(output.name)
            }
            do throws(PeriluneError) {
                let output = output.avoiding(
                    [], patterns: Self.files(beside: output, of: outputs, registry))
                let sink = try factory.sink(named: output.name, output.sinkOptions)
                streams.append((sink, Self.stream(of: output, name)))
            } catch {
                var error = error
                error.message = "output '\(output.name)': \(error.message)"
                throw error
            }
        } else {
            throw Self.unknown(name, of: output.name, in: registry)
        }
    }

    /// The outputs that can have the same file as another one at some time, and do not share it.
    ///
    /// They would truncate the file to their own lengths.
    private static func sharedFiles(
        of outputs: [NamedOutput], _ registry: Registry
    ) -> [(outputs: [String], error: PeriluneError)] {
        var problems: [(outputs: [String], error: PeriluneError)] = []
        var owners: [(output: NamedOutput, file: WrittenFile, files: FileSet)] = []
        for output in outputs {
            for file in files(of: output, registry) {
                let files = FileSet([file.pattern])
                let owner = owners.first { owner in
                    owner.output.name != output.name && !owner.file.isShared(with: file)
                        && owner.files.overlaps(files)
                }
                owners.append((output, file, files))
                // The other files of an output, such as those beside a database, are the same mistake.
                guard let owner, problems.last?.outputs.last != output.name else { continue }
                let texts = [owner.file, file].map { Glob.text(of: $0.pattern) ?? $0.pattern }
                let pair = texts[0] == texts[1] ? "" : ": \(texts[0]) and \(texts[1])"
                let names = [owner.output.name, output.name]
                // Only outputs with sinks have a place.
                let places = [output, owner.output].map(\.sinkOptions.place)
                let error = PeriluneError(
                    "output.twice",
                    "the outputs '\(names[0])' and '\(names[1])' write the same file\(pair)",
                    at: places.first { $0.file != nil } ?? .init(),
                    hint: "name different files, or emit both to one output")
                problems.append((names, error))
            }
        }
        return problems
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
