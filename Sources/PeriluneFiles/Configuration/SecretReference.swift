import Glibc
package import PeriluneCore

/// Where a secret of a configuration is kept: `env:NAME` or `file:PATH`.
///
/// The configuration itself never holds one: it is copied, shown and put under version control.
package enum SecretReference {
    /// Reads the secret; the line end of a file does not belong to it.
    package static func resolve(
        _ reference: String, code: PeriluneError.Code
    ) throws(PeriluneError) -> Secret {
        if let name = rest(of: reference, after: "env:") {
            guard let value = unsafe getenv(name),
                let text = unsafe String(validatingCString: value),
                !text.isEmpty
            else {
                throw PeriluneError(
                    code, "the environment has no variable \(name) with a secret")
            }
            return Secret(text)
        }
        if let path = rest(of: reference, after: "file:") {
            guard var bytes = try OwnerFile.read(path, limit: 64 << 10) else {
                throw PeriluneError(code, "there is no file \(path) with a secret")
            }
            while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
            guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else {
                throw PeriluneError(code, "the file \(path) has no secret in it")
            }
            return Secret(text)
        }
        throw PeriluneError(
            code, "a secret is written into the configuration",
            hint: "write env:NAME for a variable of the environment, or file:PATH")
    }

    private static func rest(of text: String, after prefix: String) -> String? {
        text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
}
