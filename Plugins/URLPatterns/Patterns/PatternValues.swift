import PeriluneCore
import PeriluneLinks

extension URLPattern {
    /// The typed values of a URL that the pattern accepts.
    func values(_ url: Span<UInt8>, _ parts: LinkParts) throws(PeriluneError) -> Value.Members {
        var values = Value.Members()
        var cursor = ComponentCursor(parts, in: url, withHost: true)
        for component in components {
            guard let range = cursor.next(url, matching) else { break }
            switch matching {
            case .strict:
                let shape = matching.test(component.kind)
                values[component.key] = try shape.value(url, range, name: component.key)
            case .compatible:
                if let value = component.compatibleValue(url.decodedText(range)) {
                    values[component.key] = value
                }
            }
        }
        return values
    }
}

extension SegmentTest {
    /// The value of a segment that passed the test; an error if a number does not fit.
    func value(
        _ url: Span<UInt8>, _ range: Range<Int>, name: String, plusIsSpace: Bool = false
    ) throws(PeriluneError) -> Value {
        let text = url.decodedText(range, plusIsSpace: plusIsSpace)
        switch self {
        case .shape(.integer):
            if let value = Int64(text) { return .integer(value) }
        case .shape(.float):
            if let value = Double(text), value.isFinite { return .number(value) }
        default: return .string(text)
        }
        let type = self == .shape(.integer) ? "a 64-bit integer" : "a finite number"
        throw PeriluneError(
            "pattern.range", "The pattern matches, but \(text) for '\(name)' is not \(type)",
            at: .init(column: range.lowerBound + 1, sourceLine: url.text(0..<url.count)),
            hint: "if it is an identifier, use the type s (string)")
    }
}

extension URLPattern.Component {
    /// The original's value; `nil` if a literal did not match, which left the key out.
    fileprivate func compatibleValue(_ text: String) -> Value? {
        switch kind {
        case .literal(let literal): text.utf8.elementsEqual(literal.utf8) ? .string(text) : nil
        case .string: .string(text)
        case .integer: .integer(LenientNumber.integer(text))
        case .float: .number(LenientNumber.float(text))
        }
    }
}
