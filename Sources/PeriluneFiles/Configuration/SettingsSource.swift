package import PeriluneCore

/// What settings are read from: how its mistakes are told, and what its names mean.
package struct SettingsSource: Sendable {
    /// Of the errors.
    package let code: PeriluneError.Code
    /// The folder that names of files begin in, with its `/`; empty for the working directory.
    package var folder = ""
    /// What the first element of a list is counted as: 0 in JSON, 1 in Lua.
    package var firstIndex = 0
    /// Where a setting is written, as `mail.allow[2]`.
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
