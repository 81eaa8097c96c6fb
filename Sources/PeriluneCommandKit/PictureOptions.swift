package import Arguments
package import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// The options for the appearance and the file of a picture, shared by all commands that draw.
package enum PictureOptions {
    /// The options for the file: its format, pixels per point and name.
    package static let output: [Option] = [
        .value(
            "format", short: "f", "FORMAT",
            accepts: .choice(Picture.Format.allCases.map(\.rawValue)),
            default: "from the name of the output, else svg", "The file format."),
        .value(
            "scale", "N", accepts: .integer(1...8), default: "1", "Pixels per point, for PNG."
        ),
        .value(
            "output", short: "o", "FILE", accepts: .file, default: "standard output",
            "The file to write the picture to."),
    ]

    /// All options: size, theme, orientation and file.
    package static let all: [Option] =
        [
            .value(
                "width", "POINTS", accepts: .integer(16...16384),
                "The width of the picture, in points."),
            .value(
                "height", "POINTS", accepts: .integer(16...16384),
                "The height of the picture, in points."),
            .value(
                "theme", "NAME|FILE", accepts: .file, default: "WelterWeight",
                "WelterWeight, WelterWeight Dark, Vallina, or a JSON file with changes to one of them."
            ),
            .value(
                "orientation", "WAY", accepts: .choice(["landscape", "portrait"]),
                default: "landscape", "The layout of the dashboard."),
        ] + output

    /// The request for a picture of a view, from the command line.
    package static func request(
        _ view: String, _ values: Values, _ terminal: Terminal
    ) throws
        -> PictureRequest
    {
        PictureRequest(
            view, format: try format(values, terminal),
            width: values.integer("width").map(Double.init),
            height: values.integer("height").map(Double.init),
            scale: Double(values.integer("scale") ?? 1),
            theme: try values.string("theme").map(theme),
            locale: values.string("locale"),
            orientation: values.string("orientation")
                .flatMap { PictureRequest.Orientation(rawValue: $0) })
    }

    /// The format that is named, else that of the output's extension.
    ///
    /// It is determined before anything is drawn; throws for binary formats on a terminal.
    package static func format(_ values: Values, _ terminal: Terminal) throws -> Picture.Format {
        let output = values.string("output") ?? "-"
        let named = values.string("format").flatMap { Picture.Format(rawValue: $0) }
        let ending = output.fileEnding
        let known = ending.flatMap { Picture.Format(rawValue: $0.lowercased()) }
        let formats = Picture.Format.allCases.map(\.rawValue).joined(separator: ", ")
        if let ending, known == nil, named == nil {
            throw PeriluneError(
                "picture.format", "unknown picture format .\(ending)", at: .init(file: output),
                hint: "the formats are \(formats); with any other file name, use --format")
        }
        let format = named ?? known ?? .svg
        if let known, known != format {
            terminal.info("warning: writing \(output) as \(format.rawValue), because of --format\n")
        }
        if format != .svg, output == "-", terminal.isOutputTerminal {
            throw PeriluneError(
                "picture.format", "will not write \(format.rawValue) to a terminal",
                hint:
                    "write it to a file with -o picture.\(format.rawValue), or pipe it to another program"
            )
        }
        return format
    }

    /// Draws the picture of a view; errors of a theme name its file.
    package static func picture(
        _ request: PictureRequest, of views: ViewDirectory, _ values: Values
    ) async throws -> Picture {
        do {
            return try await views.picture(request)
        } catch var error as PeriluneError where error.code == "theme.invalid" {
            error.place.file = values.string("theme")
            throw error
        }
    }

    /// Writes a picture to the output of the command line.
    package static func write(_ picture: Picture, _ values: Values) throws(PeriluneError) {
        try OutputFile.write(picture.bytes, to: values.string("output") ?? "-")
    }

    /// The name of a theme, or the table in a file.
    private static func theme(_ name: String) throws(PeriluneError) -> Value {
        guard name.hasSuffix(".json") || name.contains("/") else { return .string(name) }
        let bytes = try TextFile.read(name, limit: 1 << 20, what: "theme")
        do throws(PeriluneError) {
            return try Value(json: bytes)
        } catch {
            var error = error
            error.place.file = name
            throw error
        }
    }
}

extension String {
    /// The extension of a file name, after the last dot.
    fileprivate var fileEnding: Substring? {
        let name = split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...]
        return ending.isEmpty ? nil : ending
    }
}
