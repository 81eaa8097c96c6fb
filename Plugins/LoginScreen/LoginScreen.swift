public import PeriluneCore

/// Login screens that are customized by a property list: read, checked, resolved for a device, drawn.
///
/// Each is a view that `snapshot.capture` takes pictures of, and the module `login` tells scripts what a
/// device shows.
public struct LoginScreen: Plugin {
    /// The name of the plugin.
    public let name = "login-screen"
    private let screens: [(name: String, file: LoginFile)]
    private let images: String?

    /// Makes the plugin.
    ///
    /// - Parameters:
    ///   - screens: The screens, by the names of their views.
    ///   - images: A folder with the images that they name: PNG files, or an asset catalogue.
    public init(_ screens: [(name: String, file: LoginFile)] = [], images: String? = nil) {
        self.screens = screens
        self.images = images
    }

    /// Registers the module `login` and, where there are screens, their views.
    public func register(in registry: inout Registry) throws(PeriluneError) {
        let views = LoginViews(screens, images: images)
        try registry.add(LoginModule.module(views))
        if !screens.isEmpty { registry.views.add(views) }
    }
}
