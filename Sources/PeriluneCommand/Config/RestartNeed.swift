import Arguments
import Perilune
import PeriluneCore

/// A change of the configuration that a running command does not apply.
struct RestartNeed: Hashable {
    let name: String
    let place: PeriluneError.Place
    /// What the user has to do to apply it.
    var remedy = "restart"

    /// The changes between two readings, in settings that the command line does not override.
    static func between(
        _ old: Project, _ new: Project, _ values: Values, _ command: Command
    ) -> [RestartNeed] {
        let names = Set(command.options.map(\.name) + command.operands.map(\.name))
        func leaves(_ option: String) -> Bool {
            names.contains(option) && !values.isGiven(option)
        }
        var changed: [String] = []
        for setting in Setting.all where !setting.isReloaded && leaves(setting.option) {
            let option = setting.option
            if old.texts(of: option) != new.texts(of: option)
                || old.flag(option) != new.flag(option)
            {
                changed.append(setting.path)
            }
        }
        let (before, now) = (old.configuration, new.configuration)
        for section in CommandPlugins.sections where leaves(section.name) {
            let name = section.name
            if before.plugins[name] != now.plugins[name] { changed.append("plugins.\(name)") }
        }
        if before.pluginFolders != now.pluginFolders { changed.append("plugins.folders") }
        if before.pluginLibraries != now.pluginLibraries { changed.append("plugins.libraries") }
        return changed.map { name in
            var place = now.place(of: name)
            place.sourceLine = nil
            return RestartNeed(name: name, place: place)
        }
    }
}

extension RestartNeed: CustomStringConvertible {
    var description: String { "\(place): \(name) has changed; \(remedy) to apply it" }
}
