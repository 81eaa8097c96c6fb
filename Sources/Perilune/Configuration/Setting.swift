package import PeriluneFiles

/// A setting of `perilune.lua` with a single value, and the equivalent option of the command line.
///
/// This table is the source for reading the file, suggestions, options, `perilune config show`, the definitions for
/// editors, and the reference.
package struct Setting: Sendable {
    /// The path of the setting, such as `limits.time`.
    package let path: String
    /// The name of the option.
    package let option: String
    /// The option in short form, without its dash; `nil` if there is none.
    package let letter: Character?
    /// The name of the value in the help of the option; `nil` for flags, and if there is no option.
    package let variable: String?
    /// The form of the value in the configuration file: a flag, a number with its range, a choice, a path or a table.
    package let kind: SettingsSchema.Kind
    /// The default, in words.
    package let defaultText: String
    /// One sentence for the help, the definitions and the reference.
    package let summary: String
    /// Whether `false` switches the option on.
    package let isNegated: Bool
    /// Whether a reload applies a change; otherwise it needs a restart.
    package let isReloaded: Bool

    init(
        _ path: String, _ option: String, short letter: Character? = nil,
        _ variable: String?, _ kind: SettingsSchema.Kind, default defaultText: String = "none",
        isReloaded: Bool = false, _ summary: String
    ) {
        self.path = path
        self.option = option
        self.letter = letter
        self.variable = variable
        self.kind = kind
        self.defaultText = defaultText
        self.summary = summary
        isNegated = false
        self.isReloaded = isReloaded
    }

    /// Creates a setting that is on or off; `isNegated` if the option switches it off.
    init(
        _ path: String, _ option: String, isNegated: Bool = false, isReloaded: Bool = false,
        _ summary: String
    ) {
        self.path = path
        self.option = option
        letter = nil
        variable = nil
        kind = .flag
        defaultText = isNegated ? "true" : "false"
        self.summary = summary
        self.isNegated = isNegated
        self.isReloaded = isReloaded
    }

    /// Whether the command line can set it.
    package var isOption: Bool {
        if case .flag = kind { return true }
        return variable != nil
    }

    /// The table that contains the setting; empty for the outermost one.
    var section: String {
        path.firstIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }

    /// The name within that table.
    var name: String {
        path.firstIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// The tables that contain only settings of this kind.
    static let sections = ["limits", "reload", "sources", "sinks", "traces", "cluster"]

    static func names(in section: String) -> [String] {
        all.filter { $0.section == section }.map(\.name)
    }
}
