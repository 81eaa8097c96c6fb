import LinkDrillPlugin
import PeriluneCore
import PeriluneTestKit
import Testing

struct EditLinksPropertyTests {
    private static let pieces = [
        "a", "é", "😀", "<", ">", "&", "\"", "'", "\n", "\r", "\t", "]]>", "&amp;", " ", "x",
    ]

    /// A tree as the reader would give it: no blank or adjacent texts, attributes by name.
    private func tree(depth: Int, _ generator: inout SeededGenerator) -> XMLTree {
        var element = XMLTree(
            ["ud", "hls", "hl", "prm", "é-1"].randomElement(using: &generator) ?? "")
        for name in ["a", "b.c", "id", "x:y"] where Bool.random(using: &generator) {
            element[name] = generator.text(of: Self.pieces, upTo: 4)
        }
        guard depth > 0 else { return element }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            switch Int.random(in: 0...3, using: &generator) {
            case 0:
                if case .text = element.children.last { continue }
                element.children.append(.text("t" + generator.text(of: Self.pieces, upTo: 4)))
            case 1: element.children.append(.comment(" c "))
            default: element.children.append(.element(tree(depth: depth - 1, &generator)))
            }
        }
        return element
    }

    @Test func readsEveryTreeAsItWasWritten() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<1_000 {
            var links = EditLinks([])
            for _ in 0..<2 { links.root.children.append(.element(tree(depth: 3, &generator))) }
            #expect(try EditLinks(xml: links.xml()) == links)
            #expect(try EditLinks(xml: links.xml(indented: true)) == links)
        }
    }
}
