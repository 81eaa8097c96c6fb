import Arguments
import PeriluneCommandKit
import Testing

/// The format of a picture without `--format`.
struct PictureOptionsTests {
    private let tool = Tool(
        name: "p", version: "1", summary: "Test",
        commands: [Command(name: "draw", summary: "Draw it", options: PictureOptions.output)])

    private func format(ofFile name: String) throws -> String? {
        guard case .run(_, let values) = try tool.parse(["draw", "-o", name]) else { return nil }
        return "\(try PictureOptions.format(values, Terminal()))"
    }

    @Test(arguments: [("a.png", "png"), ("a.svg.PDF", "pdf"), ("b.gif/a.svg", "svg")])
    func theLastPartOfAFileNameIsTheFormat(_ name: String, _ format: String) throws {
        #expect(try self.format(ofFile: name) == format)
    }

    /// A dot at the beginning makes a file a hidden one.
    @Test(arguments: ["a", "a.", ".png", "pictures.png/.gif", "b.pdf/a", "-"])
    func aFileNameWithoutAnEndingIsThatOfAnSVG(_ name: String) throws {
        #expect(try format(ofFile: name) == "svg")
    }
}
