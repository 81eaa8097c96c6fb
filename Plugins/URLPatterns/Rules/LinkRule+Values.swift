import PeriluneCore
import PeriluneLinks

extension LinkRule {
    /// The captured values of a link that satisfies the rule, path first.
    func values(_ url: Span<UInt8>) throws(PeriluneError) -> Value.Members {
        let split = SplitURL(url)
        var values = Value.Members()
        var cursor = ComponentCursor(split, withHost: false)
        for segment in path?.segments ?? [] {
            guard let range = cursor.next(url, .strict) else { break }
            if case .capture(let capture) = segment {
                let value = try capture.type.test.value(url, range, name: capture.name)
                values[capture.name] = value
            }
        }
        for parameter in query {
            guard case .capture(let capture) = parameter.condition,
                let range = parameter.occurrence(url, split.query)?.value
            else { continue }
            let value = try capture.type.test.value(url, range, name: capture.name)
            values[capture.name] = value
        }
        return values
    }
}
