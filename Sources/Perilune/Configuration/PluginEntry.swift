import LuaSyntax
package import PeriluneCore
import PeriluneFiles

/// A member of `plugins` in the configuration, for one plugin.
package struct PluginSection: Sendable {
    /// How the member is written in the configuration.
    package enum Kind: Sendable {
        /// Settings: a table, or the name of a JSON file with the same members.
        case settings
        /// Files to open.
        case files
    }

    /// The name of the member; the command line has an option of the same name.
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }
}

/// What can be configured for plugins: their settings, and grants of scripts.
package struct ConfigurablePlugins: Sendable {
    /// The known members of `plugins`; `nil` if any name is allowed, because the host has plugins that are not known
    /// here.
    package let sections: [PluginSection]?
    /// The kinds of grants that `grants` of a script may name.
    package let grants: [GrantKind]

    package init(sections: [PluginSection]?, grants: [GrantKind]) {
        self.sections = sections
        self.grants = grants
    }
}

/// The value of a plugin's member of `plugins`: the names of files, or settings.
package enum PluginSettings: Equatable, Sendable {
    case files([String])
    case table(Value)
}

/// An entry of `plugins.folders` or `plugins.libraries`.
package struct PluginEntry: Equatable, Sendable {
    /// The path of the folder or the library, with names that are relative to the configuration already resolved.
    package let path: String
    /// Whether the host refuses to start without it.
    package let isRequired: Bool
    /// The settings from which the plugin is created; null for its defaults.
    package let settings: Value
    /// The folder to which file names in the settings are relative, with its `/`.
    let folder: String
    /// The grants of the scripts in a folder.
    package let grants: Grants
    /// The place of the entry, for errors of settings that name no file.
    package let place: PeriluneError.Place

    /// Compares everything except the place.
    package static func == (one: Self, other: Self) -> Bool {
        one.path == other.path && one.isRequired == other.isRequired
            && one.settings == other.settings && one.grants == other.grants
    }
}

extension PluginEntry {
    /// The settings, with references to secrets replaced by the secrets.
    ///
    /// References are `{ env = "NAME" }`, `{ file = "PATH" }` and `{ credential = "NAME" }`, and, for settings whose
    /// names say that they are secret, strings such as `env:NAME`.
    ///
    /// - Throws: An error if a secret does not exist, or is written in the file itself.
    package func settingsWithSecrets() throws(PeriluneError) -> Value {
        do throws(PeriluneError) {
            return try resolved(settings, name: "")
        } catch {
            var error = error
            if error.place.file == nil { error.place = place }
            throw error
        }
    }

    private func resolved(_ value: Value, name: String) throws(PeriluneError) -> Value {
        switch value {
        case .object(let members):
            if members.pairs.count == 1, let only = members.pairs.first,
                SecretReference.kinds.contains(only.name), only.value.string != nil
            {
                return try secret(value)
            }
            var resolved = Value.Members()
            for member in members.pairs {
                resolved[member.name] = try self.resolved(member.value, name: member.name)
            }
            return .object(resolved)
        case .array(let elements):
            var resolved: [Value] = []
            for element in elements { resolved.append(try self.resolved(element, name: name)) }
            return .array(resolved)
        case .string(let text):
            let isSecret =
                SecretReference.isReference(text)
                ? MaskedLines.isSecret(name) : MaskedLines.isCertainlySecret(name)
            return isSecret ? try secret(value) : value
        default: return value
        }
    }

    private func secret(_ value: Value) throws(PeriluneError) -> Value {
        let code: PeriluneError.Code = "plugin.settings"
        let reference = try SecretReference(value, in: folder, code: code)
        return .string(try reference.resolve(code: code).reveal())
    }
}
