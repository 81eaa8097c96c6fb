import PeriluneCore

/// The checked options of a picture.
struct CaptureOptions {
    private let members: Value.Members
    let format: Picture.Format

    /// More would only fill the memory.
    private static let sizes = 1.0...10_000.0
    private static let scales = 0.1...8.0
    private static let mostPixels = 100_000_000.0
    private static let names = [
        "format", "width", "height", "scale", "theme", "locale", "orientation", "annotate",
    ]

    init(_ value: Value?) throws(PeriluneError) {
        switch value {
        case .object(let members): self.members = members
        case nil, .null, .array([]):
            (members, format) = (.init(), .png)
            return
        default: throw .argument("capture", "options", "a table with string keys")
        }
        for member in members.pairs where !Self.names.contains(member.name) {
            let meant = NearestName.suggestion(for: member.name, in: Self.names)
            throw Self.optionError(
                "unknown option '\(member.name)'\(meant)",
                "the options are \(Self.names.joined(separator: ", "))")
        }
        let format = members["format"] ?? .string(Picture.Format.png.rawValue)
        guard let known = format.string.flatMap({ Picture.Format(rawValue: $0) }) else {
            let formats = Picture.Format.allCases.map(\.rawValue).joined(separator: ", ")
            throw PeriluneError(
                "snapshot.format",
                "unknown picture format \(format.json); the formats are \(formats)")
        }
        self.format = known
    }

    /// The annotations; a single one may be given without a list.
    var annotations: [Value] {
        guard let annotate = members["annotate"] else { return [] }
        return annotate.array ?? [annotate]
    }

    /// The details in the record besides view and format.
    var details: Value.Members {
        guard !members.pairs.isEmpty else { return members }
        return Value.Members(
            Self.names.dropFirst().compactMap { name in members[name].map { (name, $0) } })
    }

    /// All of it, by which a repeated call is known to be the same.
    func request(_ view: String?) -> Value {
        var request = members
        request["view"] = view.map { .string($0) } ?? .null
        request["format"] = .string(format.rawValue)
        return .object(request)
    }

    func pictureRequest(_ view: String) throws(PeriluneError) -> PictureRequest {
        var request = PictureRequest(view, format: format, annotations: annotations)
        request.width = try number("width", in: Self.sizes)
        request.height = try number("height", in: Self.sizes)
        request.scale = try number("scale", in: Self.scales) ?? 1
        request.theme = try theme()
        request.locale = try text("locale")
        if let name = try text("orientation") {
            guard let orientation = PictureRequest.Orientation(rawValue: name) else {
                throw Self.optionError("orientation must be landscape or portrait, got '\(name)'")
            }
            request.orientation = orientation
        }
        let pixels = (request.width ?? 1) * (request.height ?? 1) * request.scale * request.scale
        guard pixels <= Self.mostPixels else {
            throw Self.optionError(
                "the picture would have \(Int(pixels)) pixels; the limit is 100000000")
        }
        return request
    }

    /// A name, or a table that the view's provider reads.
    private func theme() throws(PeriluneError) -> Value? {
        if case .object = members["theme"] { return members["theme"] }
        return try text("theme").map(Value.string)
    }

    private func text(_ name: String) throws(PeriluneError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string, !text.isEmpty, text.utf8.count <= 100 else {
            throw Self.optionError("\(name) must be a short string, got \(value.json.prefix(100))")
        }
        return text
    }

    private func number(
        _ name: String, in range: ClosedRange<Double>
    ) throws(PeriluneError) -> Double? {
        guard let value = members[name] else { return nil }
        let number: Double? =
            switch value {
            case .integer(let whole): Double(whole)
            case .number(let number): number
            default: nil
            }
        guard let number, range.contains(number) else {
            throw Self.optionError(
                "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), got \(value.json.prefix(100))"
            )
        }
        return number
    }

    private static func optionError(_ message: String, _ hint: String? = nil) -> PeriluneError {
        PeriluneError("snapshot.option", message, hint: hint)
    }
}
