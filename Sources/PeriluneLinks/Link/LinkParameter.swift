/// One `name=value` of a link, as written and decoded.
public struct LinkParameter: Hashable, Sendable {
    /// The name as written.
    public let rawName: String
    /// The value as written; `nil` for a bare name without `=`.
    public let rawValue: String?
    /// The decoded name.
    public let name: String
    /// The decoded value; empty for a bare name.
    ///
    /// If the decoded bytes are not UTF-8, it is the raw value.
    public let value: String

    /// The parameter as the link writes it.
    package var text: String { rawValue.map { "\(rawName)=\($0)" } ?? rawName }
}

/// The ranges of one parameter; its strings are created on demand.
struct ParameterSlot: Sendable {
    var name: LinkParts.ByteRange
    var value: LinkParts.ByteRange?

    /// The parameters of a query, as `QueryCursor` splits it.
    static func all(in bytes: Span<UInt8>, _ query: LinkParts.ByteRange?) -> [ParameterSlot] {
        guard let query, query.lower < query.upper else { return [] }
        var slots: [ParameterSlot] = []
        slots.reserveCapacity(8)
        var cursor = QueryCursor(query.range)
        while let parameter = cursor.next(bytes) {
            let name = LinkParts.ByteRange(parameter.name.lowerBound, parameter.name.upperBound)
            let value = parameter.value.map { LinkParts.ByteRange($0.lowerBound, $0.upperBound) }
            slots.append(ParameterSlot(name: name, value: value))
        }
        return slots
    }
}

extension Link {
    /// The parameters in the order of the link; a name may be repeated.
    public var parameters: Parameters { Parameters(link: self) }

    /// The first parameter with a name.
    ///
    /// Names are case-sensitive, and compared after decoding.
    public subscript(name: String) -> LinkParameter? {
        slots.first { matches($0.name, name) }.map(parameter)
    }

    /// Whether the link has a parameter of this name.
    package func hasParameter(named name: String) -> Bool {
        slots.contains { matches($0.name, name) }
    }

    /// All parameters with a name, in order.
    public func parameters(named name: String) -> [LinkParameter] {
        slots.filter { matches($0.name, name) }.map(parameter)
    }

    /// The parameters as a collection, in the order of the link.
    public struct Parameters: RandomAccessCollection, Sendable {
        let link: Link

        /// The index of the first parameter.
        public var startIndex: Int { 0 }
        /// The index after the last parameter.
        public var endIndex: Int { link.slots.count }
        /// The parameter at an index.
        public subscript(position: Int) -> LinkParameter {
            link.parameter(link.slots[position])
        }
    }

    /// The first parameter whose raw name begins with a text, ignoring case.
    package func firstParameter(startingWith prefix: StaticString) -> LinkParameter? {
        let bytes = text.utf8.span
        let prefix = prefix.description
        for slot in slots where slot.name.range.count >= prefix.utf8.count {
            let start = Int(slot.name.lower)
            let range = start..<start + prefix.utf8.count
            if bytes.decoded(range, equals: prefix.utf8, folded: true) {
                return parameter(slot)
            }
        }
        return nil
    }

    func parameter(_ slot: ParameterSlot) -> LinkParameter {
        let rawName = text(slot.name)
        let rawValue = slot.value.map(text)
        return LinkParameter(
            rawName: rawName, rawValue: rawValue, name: decoded(slot.name) ?? rawName,
            value: slot.value.flatMap(decoded) ?? rawValue ?? "")
    }

    /// The decoded text; `nil` if it equals the raw text.
    private func decoded(_ extent: LinkParts.ByteRange) -> String? {
        let bytes = text.utf8.span
        for index in extent.range
        where bytes[index] == UInt8(ascii: "%") || bytes[index] == UInt8(ascii: "+") {
            return PercentEscapes.decode(bytes, extent.range, plusIsSpace: plusIsSpace)
        }
        return nil
    }

    private func matches(_ extent: LinkParts.ByteRange, _ name: String) -> Bool {
        let bytes = text.utf8.span
        if bytes.decoded(extent.range, equals: name.utf8, plusIsSpace: plusIsSpace) { return true }
        for index in extent.range where bytes[index] == UInt8(ascii: "%") {
            // If the escapes are not UTF-8, the raw name is compared.
            return decoded(extent) == nil && text(extent) == name
        }
        return false
    }
}
