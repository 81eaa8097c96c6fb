import Arguments
import LoginScreenPlugin
package import PeriluneCommandKit
import PeriluneCore
import PeriluneFiles
import PeriluneJSON

/// Checks settings.
package let loginCheckAction: Action = Action(
    command: Command(
        name: "login check", summary: "Find mistakes in the settings of a login screen",
        discussion: [
            "Reads MSIUICustomizationSettings.plist and reports, with line and column, keys without effect, invalid values, and values with an unexpected effect."
        ],
        operands: [
            Operand("FILE", .oneOrMore, accepts: .file, "The settings, a property list in XML.")
        ],
        options: [
            .toggle("strict", "Treat warnings as errors."),
            .toggle("json", "Write findings as JSON, one object per line."),
        ],
        examples: [
            Example(
                "perilune login check MSIUICustomizationSettings.plist",
                "Check the settings before you build the app.")
        ]),
    run: runLoginCheck)

/// Draws a screen.
package let loginRenderAction: Action = Action(
    command: Command(
        name: "login render", summary: "Draw a login screen as a device shows it",
        discussion: [
            "The devices are \(LoginPictures.devices.joined(separator: ", ")). Parts that only the app knows - its icon, the server's name, icon fonts - are drawn as placeholders."
        ],
        operands: [Operand("FILE", .one, accepts: .file, "The settings, a property list in XML.")],
        options: [
            .value("device", "NAME", default: "ipad", "The device to draw."),
            .value(
                "orientation", "NAME", accepts: .choice(["landscape", "portrait"]),
                default: "that of the device", "The orientation of the device."),
            .value(
                "images", "FOLDER", accepts: .file, default: "none",
                "The folder of the images that the settings name: PNG files or an asset catalogue."),
        ] + PictureOptions.output,
        examples: [
            Example(
                "perilune login render MSIUICustomizationSettings.plist --device iphone-x -o login.png",
                "Draw the screen of an iPhone X.")
        ]),
    run: runLoginRender)

@Sendable
private func runLoginCheck(
    _ values: Values, _ terminal: Terminal
) async throws -> ExitStatus {
    var errors = 0
    var warnings = 0
    for path in values.operands {
        for issue in LoginFile.check(try LoginFile.bytes(path)) {
            if issue.severity == .error { errors += 1 } else { warnings += 1 }
            var error = issue.error
            error.place.file = path
            if values.flag("json") {
                var writer = JSONWriter()
                error.write(to: &writer)
                var members = Value.Members([("severity", .string(issue.severity.rawValue))])
                for member in try Value(json: Array(writer.text.utf8)).object?.pairs ?? [] {
                    members[member.name] = member.value
                }
                try terminal.write(Value.object(members).json + "\n")
            } else {
                error.message = "\(issue.severity.rawValue): \(error.message)"
                try terminal.write("\(error)\n".withoutControls)
            }
        }
    }
    if !values.flag("json") {
        terminal.info("\(Counted(errors, "error")), \(Counted(warnings, "warning"))\n")
    }
    return errors > 0 || (values.flag("strict") && warnings > 0) ? .found : .success
}

@Sendable
private func runLoginRender(
    _ values: Values, _ terminal: Terminal
) async throws -> ExitStatus {
    var request = PictureRequest("login", format: try PictureOptions.format(values, terminal))
    request.scale = Double(values.integer("scale") ?? 1)
    request.orientation = values.string("orientation")
        .flatMap { PictureRequest.Orientation(rawValue: $0) }
    let images = values.string("images")
    if let images, !TextFile.exists("\(images)/.") {
        throw PeriluneError("file.read", "folder not found", at: .init(file: images))
    }
    let picture = try LoginPictures.picture(
        LoginFile(path: values.operands.first ?? ""), device: values.string("device") ?? "ipad",
        request, images: images)
    try PictureOptions.write(picture, values)
    return .success
}
