import Foundation
import Testing

/// What `Package.swift` asks of the system.
struct SystemLibraryTests {
    /// Each other flag is a warning in every build of an embedder.
    @Test func theirCompilerFlagsAreAllowedInSwiftPackages() throws {
        let package = try String(
            contentsOf: SwiftPackage.root.appending(path: "Package.swift"), encoding: .utf8)
        let names = package.matches(of: /pkgConfig: "([^"]+)"/).map { String($0.1) }
        try #require(names.count >= 5)
        let result = try Shell().run("pkg-config --cflags \(names.joined(separator: " "))")
        let flags = result.output.split(whereSeparator: \.isWhitespace)
        #expect(result.status == 0)
        #expect(!flags.isEmpty)
        #expect(flags.allSatisfy { $0.hasPrefix("-I") || $0.hasPrefix("-D") }, "\(flags)")
    }
}
