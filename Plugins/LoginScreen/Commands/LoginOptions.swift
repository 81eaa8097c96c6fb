package import Arguments
package import LoginScreenPlugin
package import PeriluneCore
import PeriluneFiles

/// The option of commands that open login screens, and the screens that they open.
package enum LoginOptions {
    /// Login screens for scripts; its name is also that in the configuration.
    package static let login = Option.value(
        "login", "FILE", accepts: .file, isRepeatable: true,
        "A login screen (MSIUICustomizationSettings.plist) that scripts can read and capture.")

    /// The plugin with these login screens; a view is called as its file.
    package static func screens(_ values: Values) throws(PeriluneError) -> LoginScreen {
        let screens = try values.strings("login").map { path throws(PeriluneError) in
            let name = FilePath.name(of: path)
            let view = name.split(separator: ".").first.map(String.init) ?? name
            return (name: view, file: try LoginFile(path: path))
        }
        return LoginScreen(screens)
    }
}
