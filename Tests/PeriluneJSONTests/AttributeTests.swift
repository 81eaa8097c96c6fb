import CPeriluneJSON
import Foundation
import PeriluneCore
import Testing

@testable import PeriluneJSON

/// The format of the optional attributes.
struct AttributeTests {
    private struct Case: Decodable, Sendable, CustomTestStringConvertible {
        /// Members of the event beside id, source and type.
        let members: String
        /// The code of the error; `nil` for a valid event.
        let error: String?
        var testDescription: String { members }
    }

    private static let cases: [Case] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "attributes.json")
        guard let data = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([Case].self, from: data)) ?? []
    }()

    private func code(_ members: String) -> String? {
        let event = #"{"id":"1","source":"s","type":"t"\#(members.isEmpty ? "" : ",")\#(members)}"#
        do throws(PeriluneError) {
            try JSONEvent().read(copy: Array(event.utf8))
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test func eachAttributeHasTheFormThatCloudEventsGivesIt() {
        #expect(Self.cases.count > 40)
        for row in Self.cases { #expect(code(row.members) == row.error, "\(row.members)") }
    }

    /// They would be read as the same character, and different events as repetitions.
    @Test(arguments: ["id", "source", "type"])
    func loneSurrogatesAreRefused(attribute: String) throws {
        func event(_ text: String) -> [UInt8] {
            var members = ["id": "1", "source": "s", "type": "t"]
            members[attribute] = text
            return Array("{\(members.map { #""\#($0)":"\#($1)""# }.joined(separator: ","))}".utf8)
        }
        for half in [
            #"\ud800"#, #"a\uDFFF"#, #"\ud83d\ud83d"#, #"\ude00\ud83d"#, #"\ud83dx"#, #"\ud83d\n"#,
            #"\\\ud83d"#,
        ] {
            let error = #expect(throws: PeriluneError.self) {
                try JSONEvent().read(copy: event(half))
            }
            #expect(error?.code == "event.unicode", "\(half)")
        }
        for whole in [#"\ud83d\ude00"#, #"\\ud83d"#, #"\u00e9\n"#, #"\ud83d\ude00\\"#] {
            try JSONEvent().read(copy: event(whole))
        }
    }

    @Test func aTrustedEventIsNotChecked() throws {
        let event = #"{"id":"1","source":"s","type":"t","time":"yesterday"}"#
        try JSONEvent().read(copy: Array(event.utf8), trusted: true)
    }

    @Test func timesAreReadAsTheHostReadsThem() {
        var random = SeededGenerator(seed: 11)
        let alphabet = Array("0123456789-:.TtZz+ ")
        var valid = 0
        var usual = 0
        for round in 0..<20_000 {
            var text = Array(
                String(
                    format: "20%02d-%02d-%02dT%02d:%02d:%02d",
                    Int.random(in: 0...30, using: &random),
                    Int.random(in: 1...12, using: &random), Int.random(in: 1...31, using: &random),
                    Int.random(in: 0...24, using: &random), Int.random(in: 0...60, using: &random),
                    Int.random(in: 0...60, using: &random)))
            let tails = [
                "Z", ".5Z", ".123456Z", "+01:00", "-23:59", ".25+05:30", "z", ".Z", "+1:00",
            ]
            text += Array(tails.randomElement(using: &random) ?? "Z")
            if round % 2 == 0 {
                let at = Int.random(in: 0..<text.count, using: &random)
                text[at] = alphabet.randomElement(using: &random) ?? "0"
            }
            let string = String(text)
            let expected = Timestamp(string)
            if expected != nil { valid += 1 }
            #expect((code(#""time":"\#(string)""#) == nil) == (expected != nil), "\(string)")
            var microseconds: Int64 = 0
            let bytes = Array(string.utf8)
            let isRead = bytes.withUnsafeBufferPointer {
                cpj_read_time(cpj_text(bytes: $0.baseAddress, length: $0.count), &microseconds)
            }
            #expect(isRead == (expected != nil), "\(string)")
            if let expected { #expect(microseconds == expected.microseconds, "\(string)") }
            if bytes.span.isUsualTime {
                usual += 1
                #expect(expected != nil, "\(string)")
                // Without a fraction, the host writes it in the same way.
                if bytes.count == 20 { #expect(expected?.description == string) }
            }
        }
        #expect(valid > 5000)
        #expect(usual > 1000)
    }
}
