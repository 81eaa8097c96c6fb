package import PeriluneCore

extension PictureRequest {
    /// The request as JSON for the other side.
    package var wireValue: Value {
        var members = Value.Members([
            ("view", .string(view)), ("format", .string(format.rawValue)),
            ("scale", .number(scale)),
        ])
        members["width"] = width.map { .number($0) }
        members["height"] = height.map { .number($0) }
        members["theme"] = theme
        members.set("locale", locale)
        members.set("orientation", orientation?.rawValue)
        if !annotations.isEmpty { members["annotations"] = .array(annotations) }
        return .object(members)
    }

    init(_ form: Form) throws(PeriluneError) {
        func number(_ name: String) -> Double? {
            switch form[name]?.value {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }
        self.init(
            try form.text("view"), format: try form.choice("format", Picture.Format.self),
            width: number("width"), height: number("height"), scale: number("scale") ?? 1,
            theme: form["theme"]?.value, locale: try form.optionalText("locale"),
            orientation: try form.optionalText("orientation").flatMap(Orientation.init),
            annotations: form["annotations"]?.value.array ?? [])
    }
}

extension Picture {
    var message: Message {
        Message(
            [
                "format": .string(format.rawValue), "width": .integer(Int64(width)),
                "height": .integer(Int64(height)), "alternative": .string(alternative),
            ], data: bytes)
    }

    /// Parses a picture.
    package init(_ message: Message) throws(PeriluneError) {
        let form = Form(message.json, "picture")
        let range: ClosedRange<Int64> = 1...100_000
        self.init(
            bytes: message.data, format: try form.choice("format", Format.self),
            width: Int(try form.integer("width", in: range)),
            height: Int(try form.integer("height", in: range)),
            alternative: try form.text("alternative", most: 1 << 16))
    }
}
