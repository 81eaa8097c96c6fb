internal import PeriluneCore

/// Writes spans as an `ExportTraceServiceRequest` in the JSON of OTLP.
struct OTLPSpanWriter {
    let service: String

    /// The body of a request.
    func body(_ spans: [TraceSpan]) -> [UInt8] {
        var writer = JSONWriter()
        let scope: Value = [
            "name": "perilune", "version": .string(PeriluneVersion.current.description),
        ]
        let resource: Value = [
            "attributes": Self.attributes([("service.name", .string(service))])
        ]
        writer.write([
            "resourceSpans": [
                [
                    "resource": resource,
                    "scopeSpans": [
                        ["scope": scope, "spans": .array(spans.map(Self.value))]
                    ],
                ]
            ]
        ])
        return writer.bytes
    }

    private static func value(_ span: TraceSpan) -> Value {
        var members = Value.Members([
            ("traceId", .string(span.context.trace.text)),
            ("spanId", .string(span.context.span.hexadecimal)),
        ])
        if span.parent != 0 { members["parentSpanId"] = .string(span.parent.hexadecimal) }
        members["name"] = .string(span.name)
        // SPAN_KIND_CONSUMER and SPAN_KIND_INTERNAL.
        members["kind"] = span.isConsumer ? 5 : 1
        members["startTimeUnixNano"] = .string("\(span.start)000")
        members["endTimeUnixNano"] = .string("\(max(span.start, span.end))000")
        members["attributes"] = attributes(span.attributes)
        if let link = span.link {
            members["links"] = [
                ["traceId": .string(link.trace.text), "spanId": .string(link.span.hexadecimal)]
            ]
        }
        // STATUS_CODE_ERROR.
        if let error = span.error { members["status"] = ["code": 2, "message": .string(error)] }
        return .object(members)
    }

    private static func attributes(_ attributes: [(name: String, value: Value)]) -> Value {
        .array(
            attributes.map { name, value in
                let typed: Value =
                    // OTLP writes 64-bit integers as strings.
                    value.integer.map { ["intValue": .string("\($0)")] } ?? ["stringValue": value]
                return ["key": .string(name), "value": typed]
            })
    }
}
