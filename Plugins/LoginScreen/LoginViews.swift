package import PeriluneCore
import PeriluneDrawing

/// Login screens as views with names of your choice.
package struct LoginViews: ViewProvider {
    private let screens: [(name: String, file: LoginFile)]
    private let images: ImageFolder?

    /// The device of a picture that names none.
    private static let usual = "ipad"

    package init(_ screens: [(name: String, file: LoginFile)], images: String? = nil) {
        self.screens = screens
        self.images = images.map { ImageFolder($0) }
    }

    /// The names of the screens, without devices.
    package var views: [String] { screens.map(\.name) }

    /// Draws a picture; `name@device` chooses a device: `login@iphone-x`.
    package func picture(_ request: PictureRequest) throws(PeriluneError) -> Picture? {
        let parts = request.view.split(separator: "@", maxSplits: 1).map(String.init)
        guard let name = parts.first, let screen = screens.first(where: { $0.name == name }) else {
            return nil
        }
        let device = try Device.named(parts.count > 1 ? parts[1] : Self.usual)
        return try LoginPictures.picture(screen.file, device, request, images)
    }

    /// A screen as a device shows it, for scripts.
    func model(_ name: String, _ options: Value?) throws(PeriluneError) -> Value {
        guard let screen = screens.first(where: { $0.name == name }) else {
            let meant = NearestName.suggestion(for: name, in: views)
            throw PeriluneError(
                "login.screen",
                "there is no login screen '\(name)'\(meant); the screens are \(views.joined(separator: ", "))"
            )
        }
        let device = try Device.named(options?["device"]?.string ?? Self.usual)
        var orientation = device.usualOrientation
        if let given = options?["orientation"], given != .null {
            guard let known = given.string.flatMap({ PictureRequest.Orientation(rawValue: $0) })
            else {
                throw PeriluneError(
                    "login.orientation",
                    "orientation must be landscape or portrait, got \(given.json)")
            }
            orientation = known
        }
        return screen.file.settings.model(device, orientation).value
    }
}
