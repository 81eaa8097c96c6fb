package import PeriluneCore

extension Registry {
    /// The codec of logs whose lines are events.
    package static let usualCodec = "cloudevents"

    /// Finds a codec and configures it.
    ///
    /// - Parameters:
    ///   - name: Its name, or `auto`; `event` is an older name of `cloudevents`.
    ///   - options: An object.
    /// - Returns: `nil` for logs whose lines are events.
    /// - Throws: `codec.unknown`, or an error of the options.
    package func codec(_ name: String, _ options: Value) throws(PeriluneError) -> (any Codec)? {
        let name = name == "event" ? Self.usualCodec : name
        if name == Self.usualCodec, options.object?.pairs.isEmpty != false { return nil }
        if name == RecognizingCodec.word {
            return try RecognizingCodec(codecs).configured(options)
        }
        return try codec(named: name, options, or: [RecognizingCodec.word])
    }
}
