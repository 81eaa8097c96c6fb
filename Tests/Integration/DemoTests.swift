import Foundation
import Testing

struct DemoTests {
    /// `make demo` without its set-up and its build.
    @Test func showsADecisionOfAScript() throws {
        let shell = try Shell()
        let makefile = SwiftPackage.root.appending(path: "Makefile").path
        let result = try shell.run("make -s -f '\(makefile)' demo-commands PERILUNE=bin/perilune")
        #expect(result.status == 0)
        #expect(result.output.contains(#""kind":"share""#))
        #expect(result.output.contains("not called: evt is"))
        #expect(result.output.contains("/sales.png;"))
        let picture = try Data(contentsOf: shell.folder.appending(path: "sales.png"))
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
}
