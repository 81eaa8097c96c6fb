import Glibc
package import PeriluneCore

/// A secret that the service manager hands to a process as a file: `LoadCredential=` of systemd.
package enum Credential {
    /// What a setting begins with if its value names a credential and not a file.
    package static let prefix = "credential:"

    /// The path of `credential:NAME`; any other text is a path already.
    package static func path(
        _ text: String, code: PeriluneError.Code = "file.credential"
    ) throws(PeriluneError) -> String {
        guard text.hasPrefix(prefix) else { return text }
        return try path(named: String(text.dropFirst(prefix.count)), code: code)
    }

    /// Where the service manager has put a credential.
    static func path(
        named name: String, code: PeriluneError.Code
    ) throws(PeriluneError) -> String {
        guard !name.isEmpty, name != ".", name != "..", !name.contains("/") else {
            throw PeriluneError(
                code, "'\(name)' is not the name of a credential",
                hint: "write the name alone, without a path, such as credential:token")
        }
        guard let value = unsafe getenv("CREDENTIALS_DIRECTORY"),
            let folder = unsafe String(validatingCString: value), !folder.isEmpty
        else {
            throw PeriluneError(
                code, "there is no credential '\(name)': CREDENTIALS_DIRECTORY is not set",
                hint:
                    "systemd sets it for units with LoadCredential=\(name):PATH; elsewhere name a file"
            )
        }
        return FilePath.join(folder.hasSuffix("/") ? folder : folder + "/", name)
    }
}
