import LinkDrillPlugin
import PeriluneCore
import PeriluneTestKit
import Testing

struct LinkPropertyTests {
    @Test func writesEveryLinkAsItIsRead() throws {
        var generator = SeededGenerator(seed: 1)
        var unchanged = 0
        for _ in 0..<20_000 {
            let text = generator.text(of: linkPieces, upTo: 14)
            guard let link = try? Link(text), link.problem == nil else { continue }
            let written = Link.text(
                scheme: link.rawScheme, authority: link.authority, path: link.path,
                query: link.query, fragment: link.fragment,
                lacksQuestionMark: link.lacksQuestionMark)
            if case .asWritten = LinkReading(text.utf8.span) {
                #expect(written.utf8.elementsEqual(text.utf8))
                unchanged += 1
            } else {
                let again = try Link(written)
                #expect(again.canonical == link.canonical)
                #expect(again.parameters.map(\.value) == link.parameters.map(\.value))
            }
        }
        #expect(unchanged > 5_000)
    }

    @Test func keepsEveryParameterOfTheQuery() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let text = "mstr://?" + generator.text(of: linkPieces, upTo: 14)
            let link = try Link(text)
            let joined = link.parameters.map { $0.rawName + ($0.rawValue.map { "=" + $0 } ?? "") }
            let expected = slowSplit(link.query ?? "")
            #expect(joined.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
            for parameter in link.parameters { #expect(link[parameter.name] != nil) }
        }
    }

    /// Cuts at `&` after hiding the placeholders, one scalar at a time.
    private func slowSplit(_ query: String) -> [String] {
        let hidden: Unicode.Scalar = "\u{10FFFF}"
        var scalars = Array(query.unicodeScalars)
        for index in scalars.indices.dropFirst() where scalars[index] == "&" {
            guard scalars[index - 1] == "{" else { continue }
            let name = scalars[(index + 1)...].prefix { !"}&=#{".unicodeScalars.contains($0) }
            if !name.isEmpty, name.endIndex < scalars.count, scalars[name.endIndex] == "}" {
                scalars[index] = hidden
            }
        }
        return scalars.split(separator: "&").map { piece in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: piece.map { $0 == hidden ? "&" : $0 })
            return String(text)
        }
    }

    @Test func scannerAgreesWithTheParser() throws {
        var generator = SeededGenerator(seed: 3)
        var found = 0
        for _ in 0..<100_000 {
            // Half of the texts start like a link, or hardly one would have an event.
            let start =
                ["", "mstr://?", "?x&evt=4001", "mstr://evt="].randomElement(using: &generator)
                ?? ""
            let text = start + generator.text(of: linkPieces, upTo: 6)
            guard let number = (try? Link(text)).map(\.eventNumber) else { continue }
            if number != nil { found += 1 }
            #expect(LinkScanner.eventNumber(in: text) == number, "\(text)")
        }
        // A generator that finds no events would prove nothing.
        #expect(found > 1_000)
    }

    @Test func neverFailsToResolve() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<5_000 {
            let text = "mstr://?" + generator.text(of: linkPieces, upTo: 20)
            let link = try Link(text)
            let count = link.parameters(named: "evt").count
            #expect(LinkEvent.resolve(link).count == count)
            #expect(Navigation.steps(for: link).count == max(1, count))
        }
    }
}
