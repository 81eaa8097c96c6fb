import Glibc
package import PeriluneCore

/// Where a secret of a configuration is kept: a variable of the environment, or a file.
///
/// The configuration itself never holds one: it is copied, shown and put under version control.
package enum SecretReference: Hashable, Sendable {
    case environment(String)
    case file(String)

    private static let hint =
        "write env:NAME for an environment variable, or file:PATH; in Lua also { env = \"NAME\" } or { file = \"PATH\" }"

    /// Reads `env:NAME`, `file:PATH`, or an object with one of these members.
    ///
    /// - Parameters:
    ///   - value: What the configuration holds.
    ///   - folder: Where names of files begin, with its `/`.
    ///   - code: Of the error.
    /// - Throws: An error that does not show the value: it may be the secret.
    package init(
        _ value: Value, in folder: String = "", code: PeriluneError.Code
    ) throws(PeriluneError) {
        if let text = value.string, let name = Self.rest(of: text, after: "env:") {
            self = .environment(name)
        } else if let text = value.string, let path = Self.rest(of: text, after: "file:") {
            self = .file(FilePath.join(folder, path))
        } else if let members = value.object, members.pairs.count == 1,
            let name = members["env"]?.string
        {
            self = .environment(name)
        } else if let members = value.object, members.pairs.count == 1,
            let path = members["file"]?.string
        {
            self = .file(FilePath.join(folder, path))
        } else if value.string != nil {
            throw PeriluneError(
                code, "the configuration contains a secret; it must contain a reference to one",
                hint: Self.hint)
        } else {
            throw PeriluneError(code, "this is not a reference to a secret", hint: Self.hint)
        }
    }

    /// Reads the secret; the line end of a file does not belong to it.
    package func resolve(code: PeriluneError.Code) throws(PeriluneError) -> Secret {
        switch self {
        case .environment(let name):
            guard let value = unsafe getenv(name),
                let text = unsafe String(validatingCString: value), !text.isEmpty
            else {
                throw PeriluneError(
                    code, "the environment variable \(name) is not set or empty")
            }
            return Secret(text)
        case .file(let path):
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

    private static func rest(of text: String, after prefix: String) -> String? {
        text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
}
