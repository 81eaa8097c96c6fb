package import PeriluneCore
internal import PeriluneJSON

extension Explanation {
    /// The explanation as one JSON object; `redact` masks the secrets of a value.
    package func json(redacting redact: @escaping (Value) -> Value) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.write("steps", .array(steps.map { TraceWriter(redact).value(of: $0) }))
        writer.name("records")
        writer.beginArray()
        for record in results.records { record.write(to: &writer) }
        writer.endArray()
        writer.write("microseconds", .integer(Int64(microseconds)))
        writer.endObject()
        return writer.text
    }
}

extension Value {
    /// The value with a function applied to every string.
    func mapStrings(_ transform: (String) -> String) -> Value {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
        case .object(let members):
            .object(.init(members.pairs.map { ($0.name, $0.value.mapStrings(transform)) }))
        case .null, .bool, .integer, .number: self
        }
    }
}
