internal import PeriluneCore

extension LogLine {
    init(_ form: Form) throws(PeriluneError) {
        self.init(
            level: try form.text("level", most: 16),
            message: try form.text("message", most: 1 << 16), fields: form["fields"]?.value,
            script: try form.text("script"),
            event: try form.optionalText("event", most: 1 << 16))
    }
}

extension StateStore {
    func load(_ form: Form) throws(PeriluneError) -> Message {
        let found = try load(
            script: try form.text("script"), key: try form.text("key", most: 1 << 20))
        return Message(["found": .bool(found != nil)], data: found ?? [])
    }

    func save(_ form: Form, _ data: [UInt8]) throws(PeriluneError) -> Message {
        var changes: [StateChange] = []
        var rest = data[...]
        for form in try form.list(most: 10_000) {
            var value: [UInt8]?
            if form["length"] != nil {
                let length = Int(try form.integer("length", in: 0...Int64(rest.count)))
                value = Array(rest.prefix(length))
                rest = rest.dropFirst(length)
            }
            changes.append(
                StateChange(
                    script: try form.text("script"), key: try form.text("key", most: 1 << 20),
                    value: value))
        }
        try save(changes)
        return Message()
    }
}
