public import PeriluneCore
import PeriluneFiles
import PeriluneXML

/// A property list that customizes the login screen, and what is wrong with it.
public struct LoginFile: Sendable {
    let settings: LoginSettings
    /// In the order of the file.
    public let issues: [LoginIssue]

    /// Reads `MSIUICustomizationSettings.plist`.
    ///
    /// - Throws: What keeps it from being read at all: it is no property list, or its root no dictionary.
    public init(_ bytes: [UInt8]) throws(PeriluneError) {
        let list = try PropertyList.parse(bytes)
        guard list.members != nil else {
            throw PeriluneError(
                "login.root", "the root must be a dictionary, got \(list.kind)", at: list.place)
        }
        let found = IssueList(String(decoding: bytes, as: UTF8.self))
        settings = LoginSettings(list, found)
        issues = found.finish()
    }

    /// Reads a file, which errors then name.
    public init(path: String) throws(PeriluneError) {
        do throws(PeriluneError) {
            try self.init(try Self.bytes(path))
        } catch {
            var error = error
            error.place.file = path
            throw error
        }
    }

    /// The bytes of a file, as far as a property list for a login screen may have.
    public static func bytes(_ path: String) throws(PeriluneError) -> [UInt8] {
        if let bytes = try OwnerFile.read(path, limit: 16 << 20) { return bytes }
        throw PeriluneError("file.read", "file not found: \(path)")
    }

    /// All issues of a file, including those that prevent reading it.
    public static func check(_ bytes: [UInt8]) -> [LoginIssue] {
        do throws(PeriluneError) {
            return try LoginFile(bytes).issues
        } catch {
            return [LoginIssue(.error, error)]
        }
    }
}
