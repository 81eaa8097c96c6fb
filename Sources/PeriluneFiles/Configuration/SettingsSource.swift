package import PeriluneCore

/// The origin of settings, for errors and for file names in them.
package struct SettingsSource: Sendable {
    /// The code of errors.
    package let code: PeriluneError.Code
    /// The folder to which file names are relative, with its `/`; empty for the working directory.
    package var folder = ""
    /// The index of the first element of a list in errors: 0 in JSON, 1 in Lua.
    package var firstIndex = 0
    /// The place of a setting such as `mail.allow[2]`.
    package var place: @Sendable (_ part: String) -> PeriluneError.Place = { _ in .init() }

    package init(
        code: PeriluneError.Code, folder: String = "", firstIndex: Int = 0,
        place: @escaping @Sendable (_ part: String) -> PeriluneError.Place = { _ in .init() }
    ) {
        self.code = code
        self.folder = folder
        self.firstIndex = firstIndex
        self.place = place
    }
}
