import Foundation
import Testing

/// `perilune login`, as somebody who customizes an app would use and misuse it.
struct LoginTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        let file = SwiftPackage.root.appending(path: "Tests/Golden/Login/theme1.plist")
        let text = try String(contentsOf: file, encoding: .utf8)
        try shell.write(text, "settings.plist")
        try shell.write(text.replacing("ThemeColor", with: "ThemeColour"), "bad.plist")
    }

    @Test func findsMistakes() throws {
        let good = try shell.perilune("login check --strict settings.plist")
        #expect(good.errors == "0 errors, 0 warnings\n")
        #expect(good.output.isEmpty)
        #expect(good.status == 0)
        let bad = try shell.perilune("login check bad.plist")
        #expect(
            bad.output.hasPrefix("bad.plist:18:2: error: unknown key 'ThemeColour'"))
        #expect(bad.output.contains("did you mean 'ThemeColor'?"))
        #expect(bad.status == 1)
    }

    @Test func writesFindingsAsJSON() throws {
        let result = try shell.perilune("login check --json bad.plist")
        let finding = try #require(try result.objects().first)
        #expect(finding["severity"] as? String == "error")
        #expect(finding["file"] as? String == "bad.plist")
        #expect(finding["line"] as? Int == 18)
        #expect(result.errors.isEmpty)
    }

    @Test func drawsForADevice() throws {
        let result = try shell.run(
            """
            perilune login render settings.plist --device iphone-x -o a.png &&
            perilune snapshot settings@iphone-x --login settings.plist -o b.png && cmp a.png b.png
            """)
        #expect(result.status == 0, "\(result.errors)")
        // A file with mistakes is drawn as the device would show it.
        #expect(try shell.perilune("login render bad.plist -o bad.svg").status == 0)
    }

    @Test(arguments: [
        ("login render settings.plist --device nokia", "the devices are ipad, ", 64),
        ("login render settings.plist -o a.gif", "unknown picture format .gif", 64),
        ("login render settings.plist --images nowhere", "nowhere: folder not found", 66),
        ("login render nothing.plist", "file not found: nothing.plist", 66),
        (
            "login render Scripts/charts/sales.xml", "the root of a property list must be <plist>",
            65
        ),
        ("snapshot setings --login settings.plist", "did you mean 'settings'?", 64),
    ])
    func saysWhatIsWrong(arguments: String, help: String, status: Int32) throws {
        let result = try shell.perilune(arguments)
        #expect(result.errors.contains(help), "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.status == status)
    }
}
