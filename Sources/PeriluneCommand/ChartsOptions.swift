import Arguments
import ChartsPlugin
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The options of commands that draw, and what they ask for.
enum ChartsOptions {
    static let data: [Option] = [
        .value(
            "data", "PATH", accepts: .file,
            default: "FILE's name with .sqlite, .db or .data",
            "A SQLite file, or a folder with a CSV or JSON file for each query."),
        .value(
            "locale", "NAME", default: "en_US", "How numbers and dates are written, such as de_DE."),
    ]

    static let picture: [Option] = [
        .value(
            "format", short: "f", "FORMAT",
            accepts: .choice(Picture.Format.allCases.map(\.rawValue)),
            default: "by the name of the output, else svg", "The file format."),
        .value("width", "POINTS", accepts: .integer(16...16384), "The width of the picture."),
        .value("height", "POINTS", accepts: .integer(16...16384), "The height of the picture."),
        .value(
            "scale", "N", accepts: .integer(1...8), default: "1", "Pixels for each point, for PNG."
        ),
        .value(
            "theme", "NAME", default: "WelterWeight",
            "WelterWeight, WelterWeight Dark or Vallina."),
        .value(
            "orientation", "WAY", accepts: .choice(["landscape", "portrait"]),
            default: "landscape", "Which layout of the dashboard."),
        .value(
            "output", short: "o", "FILE", accepts: .file, default: "standard output",
            "Where the picture goes."),
    ]

    /// What a command line asks for, of a view.
    static func request(_ view: String, _ values: Values) -> PictureRequest {
        let ending = values.string("output")?.split(separator: ".").last.map { $0.lowercased() }
        let format =
            values.string("format").flatMap { Picture.Format(rawValue: $0) }
            ?? ending.flatMap { Picture.Format(rawValue: $0) } ?? .svg
        return PictureRequest(
            view, format: format, width: values.integer("width").map(Double.init),
            height: values.integer("height").map(Double.init),
            scale: Double(values.integer("scale") ?? 1), theme: values.string("theme"),
            locale: values.string("locale"),
            orientation: values.string("orientation")
                .flatMap { PictureRequest.Orientation(rawValue: $0) })
    }

    /// Writes a picture where the command line says.
    static func write(_ picture: Picture, _ values: Values) throws(PeriluneError) {
        let file = try OutputFile(path: values.string("output") ?? "-")
        try file.write(picture.bytes)
        try file.finish()
    }

    /// The dashboard of a command's file.
    static func open(_ values: Values) throws(PeriluneError) -> OpenedSession {
        try Session.open(
            DashboardFile(
                values.operands[0], data: values.string("data"),
                locale: values.string("locale") ?? "en_US"))
    }
}

/// A host as the bus of its dashboards.
struct HostBus: SessionBus {
    let host: Host

    func decide(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value]) {
        try told(try await host.process(all: [event]))
    }

    func answer(_ event: Event) async throws -> (outcome: Outcome, emitted: [Value]) {
        try told(try await host.answer(event))
    }

    private func told(_ results: Host.Results) throws -> (outcome: Outcome, emitted: [Value]) {
        let lines = results.output.split(separator: UInt8(ascii: "\n"))
        let emitted = try lines.map { line throws(PeriluneError) in try Value(json: Array(line)) }
        if let error = results.records.first?.error { throw error }
        return (results.records.first?.outcome ?? .unhandled, emitted)
    }
}
