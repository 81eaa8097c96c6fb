internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneHTTP

/// The inputs of the sources of plugins.
extension Intake {
    /// The outputs and the store, which no source may read.
    var writtenFiles: [String] {
        ([options.output, options.records] + options.host.outputs.map(\.file)).compactMap(\.self)
            .filter { $0 != "-" } + (options.store.map(StoreFiles.all) ?? [])
    }

    /// Throws if an output would write to a file that a source reads, to a secret or to the store, or if the store is a file
    /// that a source reads.
    func refuseInputs(_ options: IntakeOptions) throws(PeriluneError) {
        let outputs =
            ([options.output, options.records] + options.host.outputs.map(\.file))
            .compactMap(\.self).filter { $0 != "-" }
        let stores = options.store.map(StoreFiles.all) ?? []
        let kept = FileSet(
            exactly: stores + options.inputs + host.scripts.flatMap(\.files) + SecretFiles.paths)
        let inputs = FileSet(host.registry.eventSources.flatMap(\.files))
        if let path = outputs.first(where: { kept.contains($0) || inputs.contains($0) }) {
            throw PeriluneError.outputIsInput(path)
        }
        for path in stores where inputs.contains(path) {
            throw PeriluneError(
                .outputIsInput, "the store is among the files to read", at: .init(file: path),
                hint: "use patterns of names, for example *.log, or keep the store elsewhere")
        }
    }

    /// Adds the progress of each input to the metrics.
    func addInputGauges() {
        gauges("perilune_source_read_bytes", "Bytes of a file whose events are stored.", \.read)
        gauges(
            "perilune_source_behind_bytes", "Bytes of a file that are not read yet.", \.behind)
    }

    private func gauges(
        _ name: String, _ help: String, _ number: @escaping @Sendable (SourceInput) -> Int
    ) {
        metrics.metrics.gauges(name, help: help) { [weak self] in
            (self?.host.registry.eventSources ?? []).flatMap { source in
                source.inputs.map { input in
                    (
                        [("source", source.name), ("file", input.name)],
                        Double(number(input))
                    )
                }
            }
        }
    }
}
