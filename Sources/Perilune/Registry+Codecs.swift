package import PeriluneCore

extension Registry {
    /// The codec of logs whose lines are events.
    package static let usualCodec = "cloudevents"

    /// A codec with options.
    ///
    /// - Parameters:
    ///   - name: Its name, or `auto`; `event` is an older name of the usual one.
    ///   - options: An object.
    /// - Returns: `nil` for logs whose lines are events.
    /// - Throws: `codec.unknown`, or an error of the options.
    package func codec(_ name: String, _ options: Value) throws(PeriluneError) -> (any Codec)? {
        let name = name == "event" ? Self.usualCodec : name
        if name == Self.usualCodec, options.object?.pairs.isEmpty != false { return nil }
        let codec =
            name == RecognizingCodec.word
            ? RecognizingCodec(codecs) : codecs.first { $0.name == name }
        if let codec { return try codec.configured(options) }
        let names = codecs.map(\.name) + [RecognizingCodec.word]
        throw PeriluneError(
            "codec.unknown", "there is no codec '\(name)'",
            hint: NearestName.hint(for: name, in: names)
                ?? "the codecs are \(names.sorted().joined(separator: ", "))")
    }
}
