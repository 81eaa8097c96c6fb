import Glibc
package import PeriluneCore

/// A reference from a configuration to a secret.
///
/// The secret is an environment variable, a file, or a credential of the service manager. Configurations contain only
/// references, because they are copied, shown and put under version control.
package enum SecretReference: Hashable, Sendable {
    case environment(String)
    case file(String)
    case credential(String)

    /// The words that begin a reference.
    package static let kinds = ["env", "file", "credential"]

    /// It has no assignments, whose values would be masked.
    private static let hint =
        "write env:NAME for an environment variable, file:PATH for a file, or credential:NAME for a systemd credential"

    /// Whether a text has the form of a reference.
    package static func isReference(_ text: String) -> Bool {
        kinds.contains { text.hasPrefix("\($0):") }
    }

    /// Parses `env:NAME`, `file:PATH`, `credential:NAME`, or an object with one of these members.
    ///
    /// - Parameters:
    ///   - value: The value in the configuration.
    ///   - folder: The folder to which file names are relative, with its `/`.
    ///   - code: The code of errors.
    /// - Throws: An error that does not show the value, because it may be a secret.
    package init(
        _ value: Value, in folder: String = "", code: PeriluneError.Code
    ) throws(PeriluneError) {
        guard let (kind, name) = Self.parts(of: value) else {
            let what =
                value.string == nil
                ? "this is not a reference to a secret"
                : "the configuration contains a secret; it must contain a reference to one"
            throw PeriluneError(code, what, hint: Self.hint)
        }
        switch kind {
        case "env": self = .environment(name)
        case "file": self = .file(FilePath.join(folder, name))
        default: self = .credential(name)
        }
    }

    /// The kind and the name of a reference; `nil` if the value is not one.
    private static func parts(of value: Value) -> (kind: String, name: String)? {
        if let text = value.string {
            guard let kind = kinds.first(where: { text.hasPrefix("\($0):") }) else { return nil }
            return (kind, String(text.dropFirst(kind.count + 1)))
        }
        guard let members = value.object, members.pairs.count == 1, let only = members.pairs.first,
            kinds.contains(only.name), let name = only.value.string
        else { return nil }
        return (only.name, name)
    }

    /// Reads the secret; a line end at the end of a file is removed.
    package func resolve(code: PeriluneError.Code) throws(PeriluneError) -> Secret {
        switch self {
        case .environment(let name):
            guard let value = unsafe getenv(name),
                let text = unsafe String(validatingCString: value), !text.isEmpty
            else {
                throw PeriluneError(
                    code, "the environment variable \(name) is not set, or is empty")
            }
            return Secret(text)
        case .file(let path): return try Self.read(path, code: code)
        case .credential(let name):
            return try Self.read(try Credential.path(named: name, code: code), code: code)
        }
    }

    private static func read(
        _ path: String, code: PeriluneError.Code
    ) throws(PeriluneError) -> Secret {
        SecretFiles.add(path)
        guard var bytes = try OwnerFile.read(path, limit: 64 << 10) else {
            throw PeriluneError(code, "the secret file \(path) does not exist")
        }
        while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
            throw PeriluneError(code, "the secret file \(path) is empty")
        }
        return Secret(text)
    }
}
