import Foundation
import Testing

/// The pictures of the documentation are what the commands draw.
struct PicturesTests {
    /// With PERILUNE_UPDATE=1 writes them instead of looking at them.
    @Test(arguments: [("sales.svg", "charts render Scripts/charts/sales.xml")])
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
