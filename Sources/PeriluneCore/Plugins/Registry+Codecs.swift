extension Registry {
    /// Finds a codec and configures it.
    ///
    /// - Parameters:
    ///   - name: The name of the codec.
    ///   - options: An object.
    ///   - more: Other names that are allowed, for the hint.
    /// - Returns: The configured codec.
    /// - Throws: `codec.unknown`, or an error of the options.
    package func codec(
        named name: String, _ options: Value, or more: [String] = []
    ) throws(PeriluneError) -> any Codec {
        if let codec = codecs.first(where: { $0.name == name }) {
            return try codec.configured(options)
        }
        let names = codecs.map(\.name) + more
        throw PeriluneError(
            "codec.unknown", "there is no codec '\(name)'",
            hint: NearestName.hint(for: name, in: names)
                ?? "the codecs are \(names.sorted().joined(separator: ", "))")
    }
}
