import Foundation
import PeriluneCore
import Testing

@testable import LoginScreenPlugin

/// Property lists of tests.
enum Fixtures {
    static let golden = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Golden/Login")

    static func file(_ name: String) throws -> LoginFile {
        try LoginFile([UInt8](Data(contentsOf: golden.appending(path: name))))
    }

    /// A file with these keys; it begins in line 2.
    static func bytes(_ keys: String) -> [UInt8] {
        Array("<plist><dict>\n\(keys)\n</dict></plist>".utf8)
    }

    static func settings(_ keys: String) throws -> LoginSettings {
        try LoginFile(bytes(keys)).settings
    }

    static func device(_ name: String) throws -> Device { try Device.named(name) }
}
