import Glibc
package import PeriluneCore

/// A secret that the service manager passes to the process as a file: `LoadCredential=` of systemd.
package enum Credential {
    /// The beginning of a setting whose value names a credential instead of a file.
    package static let prefix = "credential:"

    /// The path for `credential:NAME`; any other text is a path already.
    package static func path(
        _ text: String, code: PeriluneError.Code = "file.credential"
    ) throws(PeriluneError) -> String {
        guard text.hasPrefix(prefix) else { return text }
        return try path(named: String(text.dropFirst(prefix.count)), code: code)
    }

    /// The path of a credential.
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
                    "add \(name):PATH to LoadCredential in the systemd unit; elsewhere name a file"
            )
        }
        return FilePath.join(folder.hasSuffix("/") ? folder : folder + "/", name)
    }
}
