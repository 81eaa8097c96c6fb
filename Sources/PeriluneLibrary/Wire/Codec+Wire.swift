package import PeriluneCore

extension EntryFraming {
    /// The JSON for the library.
    var wireValue: Value {
        switch self {
        case .lines: ["framing": "lines"]
        case .table(let delimiter, let quote, let hasHeader):
            [
                "framing": "table", "delimiter": .string(String(Unicode.Scalar(delimiter))),
                "quote": .string(String(Unicode.Scalar(quote))), "header": .bool(hasHeader),
            ]
        case .json(let path):
            ["framing": "json", "elementsOf": .array(path.map { .string($0) })]
        }
    }

    /// Parses the JSON of the library.
    package init(wireValue value: Value) throws(PeriluneError) {
        let form = Form(value, "framing")
        switch try form.text("framing") {
        case "lines": self = .lines
        case "table":
            let delimiter = try form.character("delimiter", default: ",")
            let quote = try form.character("quote", default: "\"")
            guard delimiter != quote else {
                throw .broken("framing.delimiter and framing.quote must differ")
            }
            self = .table(
                delimiter: delimiter, quote: quote, hasHeader: try form.flag("header"))
        case "json":
            var path: [String] = []
            for name in try form.list("elementsOf", most: 100) { path.append(try name.text()) }
            self = .json(elementsOf: path)
        case let other: throw .broken("framing '\(other)' is unknown")
        }
    }
}

extension Form {
    /// An ASCII character that can stand within a line.
    fileprivate func character(
        _ name: String, default usual: Unicode.Scalar
    ) throws(PeriluneError) -> UInt8 {
        let text = try optionalText(name) ?? String(usual)
        guard text.utf8.count == 1, let byte = text.utf8.first else {
            throw .broken("\(path).\(name) must be an ASCII character")
        }
        guard byte != 0, byte != 0x0A, byte != 0x0D else {
            throw .broken("\(path).\(name) must not be a line feed, carriage return or NUL")
        }
        return byte
    }
}

extension LogHead {
    /// The JSON that accompanies the first bytes of a log.
    package func wireValue(_ options: Value) -> Value {
        var members = Value.Members([("options", options), ("name", .string(name))])
        members.set("modified", modified?.description)
        members.set("generation", generation)
        return .object(members)
    }

    init(_ request: Message) throws(PeriluneError) {
        let form = Form(request.json, "log")
        self.init(
            name: try form.text("name", most: 1 << 16), start: request.data,
            modified: try form.optionalText("modified").flatMap { Timestamp($0) },
            generation: try form.optionalText("generation"))
    }
}
