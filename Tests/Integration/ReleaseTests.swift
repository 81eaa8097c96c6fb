import Foundation
import Testing

/// `CHANGELOG.md` names the version; packages and tags take it from there by the same script.
struct ReleaseTests {
    private let shell: Shell
    private let script = SwiftPackage.root.appending(path: "Packaging/version.sh").path

    init() throws { shell = try Shell() }

    @Test func theCommandHasTheVersionOfTheChangelog() throws {
        let version = try shell.run(script).output
        #expect(
            try shell.perilune("version").output == "perilune \(version)",
            "run make version, which writes it to the Swift source")
    }

    @Test func theManualPageHasTheDateOfTheChangelog() throws {
        let date = try shell.run("LC_ALL=C date -d \"$('\(script)' --date)\" '+.Dd %B %-d, %Y'")
            .lines
        #expect(
            try shell.perilune("manual").lines.first == date.first,
            "run make version, which writes it to the Swift source")
    }
}
