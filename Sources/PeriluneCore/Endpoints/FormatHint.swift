/// Names the codec that fits a log of which another codec can read nothing.
package struct FormatHint: Sendable {
    private let codecs: [any Codec]

    /// Knows the codecs that have been registered.
    package init(_ registry: Registry) { codecs = registry.codecs }

    /// The hint for settings with `as`; `nil` if no other codec recognizes the log.
    package func text(for start: [UInt8], read name: String) -> String? {
        guard let codec = codecs.first(where: { $0.recognizes(start) }), codec.name != name else {
            return nil
        }
        return "this looks like \(codec.summary): set as = \"\(codec.name)\""
    }
}
