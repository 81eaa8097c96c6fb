import PeriluneCore
import PeriluneLinks

extension LinkRule {
    /// The captured values of a link that satisfies the rule, path first.
    func values(
        _ url: Span<UInt8>, _ parts: LinkParts
    ) throws(PeriluneError) -> Value.Members {
        var values = Value.Members()
        var cursor = ComponentCursor(parts, in: url, withHost: false)
        for segment in path?.segments ?? [] {
            guard let range = cursor.next(url, .strict) else { break }
            if case .capture(let capture) = segment {
                let value = try capture.type.test.value(url, range, name: capture.name)
                values[capture.name] = value
            }
        }
        for parameter in query(for: parts) {
            guard case .capture(let capture) = parameter.condition,
                let range = parameter.occurrence(url, parts)?.value
            else { continue }
            let value = try capture.type.test.value(
                url, range, name: capture.name, plusIsSpace: parts.plusIsSpace)
            values[capture.name] = value
        }
        return values
    }
}
