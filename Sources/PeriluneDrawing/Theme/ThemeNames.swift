package import PeriluneCore

extension Theme {
    /// A built-in theme by name; case and spaces are ignored.
    package static func named(_ name: String) throws(PeriluneError) -> Theme {
        let wanted = folded(name)
        if let theme = builtIn.first(where: { folded($0.name) == wanted }) { return theme }
        let names = builtIn.map(\.name)
        throw PeriluneError(
            .themeUnknown, "there is no theme '\(name)'",
            hint: NearestName.hint(for: name, in: names)
                ?? "the themes are \(names.joined(separator: ", "))")
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
    }
}
