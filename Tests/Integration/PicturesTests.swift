import Foundation
import Testing

/// The pictures of the documentation are what the commands draw.
struct PicturesTests {
    /// Versions of SQLite differ in the header of a file, not in what it holds.
    @Test(.enabled(if: Shell.has("python3")))
    func theSampleDataAreCurrent() throws {
        let shell = try Shell()
        try shell.write(
            """
            import sqlite3, sys
            one, other = ["\\n".join(sqlite3.connect(name).iterdump()) for name in sys.argv[1:]]
            sys.exit(one != other)
            """, "compare.py")
        let result = try shell.run(
            """
            python3 Scripts/charts/make_sample.py new.sqlite &&
            python3 compare.py new.sqlite Scripts/charts/sales.sqlite
            """)
        #expect(result.status == 0, "python3 Scripts/charts/make_sample.py \(result.errors)")
    }

    /// With PERILUNE_UPDATE=1 writes them instead of looking at them.
    @Test(arguments: [
        ("sales.svg", "charts render Scripts/charts/sales.xml"),
        ("kinds.svg", "charts render Scripts/charts/kinds.xml --width 1200 --height 1300"),
    ])
    func areCurrent(name: String, command: String) throws {
        let drawn = try Shell().perilune(command)
        try #require(drawn.status == 0, "\(drawn.errors)")
        let file = SwiftPackage.root.appending(path: "Documentation/Pictures/\(name)")
        if ProcessInfo.processInfo.environment["PERILUNE_UPDATE"] == "1" {
            try Data(drawn.output.utf8).write(to: file)
            return
        }
        let committed = try? String(contentsOf: file, encoding: .utf8)
        #expect(
            committed == drawn.output,
            "stale: PERILUNE_UPDATE=1 swift test --filter PicturesTests writes it anew")
    }
}
