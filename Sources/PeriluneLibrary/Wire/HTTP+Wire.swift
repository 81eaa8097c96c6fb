package import PeriluneCore
internal import PeriluneJSON

extension HTTPHeaders {
    fileprivate var wireValue: Value {
        .array(fields.map { [.string($0.name), .string($0.value)] })
    }

    fileprivate init(_ fields: [Form]) throws(PeriluneError) {
        self.init()
        for field in fields {
            guard let name = field.value[0]?.string, let value = field.value[1]?.string,
                !(name + value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 })
            else { throw .broken("\(field.path) must be a name and a value") }
            add(name, value)
        }
    }
}

extension HTTPRequest {
    /// The request without its body.
    package var wireValue: Value {
        var members = Value.Members([
            ("method", .string(method)), ("path", .string(path)), ("headers", headers.wireValue),
        ])
        members.set("query", query)
        return .object(members)
    }

    init(_ message: Message) throws(PeriluneError) {
        let form = Form(message.json, "request")
        self.init(
            method: try form.text("method"), path: try form.text("path", most: 1 << 20),
            query: try form.optionalText("query", most: 1 << 20),
            headers: try HTTPHeaders(try form.list("headers")), body: message.data)
    }
}

extension HTTPResponse {
    var message: Message {
        Message(
            ["status": .integer(Int64(status)), "headers": headers.wireValue], data: body)
    }

    /// Parses a response.
    package init(_ message: Message) throws(PeriluneError) {
        let form = Form(message.json, "response")
        self.init(
            Int(try form.integer("status", in: 200...599)),
            headers: try HTTPHeaders(try form.list("headers")), body: message.data)
    }
}

extension EventDelivery {
    /// The events keep their bytes; the handle is what the plugin answers by when the first is decided.
    func message(response: UInt64?) -> Message {
        var members = Value.Members([("depth", .integer(Int64(depth)))])
        members.set("identity", identity)
        members["response"] = response.map { .integer(Int64($0)) }
        var writer = JSONWriter()
        writer.beginArray()
        for event in events { writer.raw(json: event.json) }
        writer.endArray()
        return Message(.object(members), data: writer.bytes)
    }

    /// Parses a delivery; `respond` makes a response with a handle.
    package init(
        _ message: Message, respond: (UInt64) -> HTTPSource.Answer = { _ in .accepted }
    ) throws(PeriluneError) {
        let form = Form(message.json, "delivery")
        self.init(
            message.data.isEmpty ? [] : try Event.batch(json: message.data),
            identity: try form.optionalText("identity"))
        depth = Int(try form.integer("depth", in: 0...1000, default: 0))
        if form["response"] != nil {
            answer = respond(UInt64(try form.integer("response", in: 1...Int64.max)))
        }
    }
}
