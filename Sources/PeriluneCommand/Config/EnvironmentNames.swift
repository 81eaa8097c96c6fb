import Arguments
import PeriluneCore
import PeriluneFiles

/// Finds environment variables whose names are probably misspelt.
enum EnvironmentNames {
    private static let prefix = "PERILUNE_"

    /// Warns of variables that belong to no option, but have a name similar to that of an option's variable.
    static func check(_ terminal: Terminal) {
        guard
            let bytes = try? TextFile.read(
                "/proc/self/environ", limit: 4 << 20, what: "environment")
        else { return }
        let written = bytes.split(separator: 0).compactMap { variable -> String? in
            let name = String(decoding: variable.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
        }
        guard !written.isEmpty else { return }
        let names = Set(tool.optionVariables.map { String($0.dropFirst(prefix.count)) })
        for name in written.sorted() where !names.contains(name) {
            guard let meant = NearestName.of(name, in: names.sorted()) else { continue }
            terminal.info(
                "warning: the environment variable \(prefix)\(name) is not used; did you mean '\(prefix)\(meant)'?\n"
                    .withoutControls)
        }
    }
}
