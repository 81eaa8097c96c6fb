/// Suggests another codec for a log that the selected codec cannot read.
package struct FormatHint: Sendable {
    private let codecs: [any Codec]

    /// Uses the codecs of a registry.
    package init(_ registry: Registry) { codecs = registry.codecs }

    /// A hint that names the setting `as`; `nil` if no other codec recognizes the log.
    package func text(for start: [UInt8], read name: String) -> String? {
        guard let codec = codecs.first(where: { $0.recognizes(start) }), codec.name != name else {
            return nil
        }
        return "this looks like \(codec.summary): set as = \"\(codec.name)\""
    }
}
