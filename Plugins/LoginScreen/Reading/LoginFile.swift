public import PeriluneCore
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
                "login.root", "the root is a dictionary, not \(list.kind)", at: list.place)
        }
        let found = IssueList(String(decoding: bytes, as: UTF8.self))
        settings = LoginSettings(list, found)
        issues = found.finish()
    }

    /// Everything that is wrong with a file, also what keeps it from being read.
    public static func check(_ bytes: [UInt8]) -> [LoginIssue] {
        do throws(PeriluneError) {
            return try LoginFile(bytes).issues
        } catch {
            return [LoginIssue(.error, error)]
        }
    }
}
