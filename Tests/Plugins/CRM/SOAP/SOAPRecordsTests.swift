import PeriluneCore
import PeriluneTestKit
import PeriluneXML
import Testing

@testable import CRMPlugin

/// Answers that are read without a tree, beside what is read from the tree.
struct SOAPRecordsTests {
    private let call = SOAPCall(OrganizationRequest("RetrieveMultiple", namespace: .a, [:]))

    private static let entities: EntityCollection = {
        var entities: [Entity] = []
        for number in 0..<4 {
            var entity = Entity(
                "account",
                [
                    "name": .string("Fabrikam & Söhne <\(number)> ]] \u{FFFD}\u{1F600}\r\n"),
                    "accountid": .guid(GUID(high: UInt64(number), low: 7)), "empty": .string(""),
                    "count": .int(-40), "size": .long(1 << 60), "ratio": .double(-1.5e-7),
                    "isopen": .bool(number % 2 == 0),
                    "createdon": .date(Timestamp(microseconds: 1_600_000_000_000_000)),
                    "industrycode": .option(OptionSetValue(3)), "none": .null,
                    "kinds": number == 3 ? .options([OptionSetValue(1)]) : .null,
                    "ownerid": .reference(EntityReference("systemuser", GUID(high: 1, low: 2))),
                    "parent": .entity(Entity("lead", ["subject": "a"])),
                    "people": .entities(EntityCollection([Entity("contact")])),
                    "c.name": .aliased(
                        AliasedValue(entity: "contact", attribute: "name", .string("x"))),
                ])
            entity.id = number == 0 ? nil : GUID(high: 5, low: UInt64(number))
            entity.formattedValues = ["industrycode": "Ä & B", "count": "-40"]
            entity.rowVersion = number == 1 ? "12" : nil
            entities.append(entity)
        }
        return EntityCollection(entities)
    }()

    private static func answer(_ entities: EntityCollection) throws -> [UInt8] {
        var response = OrganizationResponse("RetrieveMultiple")
        var entities = entities
        entities.pagingCookie = #"<cookie page="1"/>"#
        entities.moreRecords = true
        response.results["EntityCollection"] = .entities(entities)
        return try SOAPReply.response(response).encode(at: Timestamp(microseconds: 0))
    }

    private func compare(_ bytes: [UInt8], _ text: @autoclosure () -> String) -> Bool {
        guard let read = SOAPRecords.read(bytes, to: call) else { return false }
        do throws(PeriluneError) {
            let wanted = try SOAPReply.decodeAny(bytes, to: call)
            #expect(SOAPReply.response(read) == wanted, "\(text())")
        } catch {
            Issue.record("\(error) for \(text())")
        }
        return true
    }

    @Test func usualAnswersAreReadWithoutATree() throws {
        var usual = Self.entities
        usual.entities.removeLast()
        let bytes = try Self.answer(usual)
        #expect(compare(bytes, String(decoding: bytes, as: UTF8.self)))
        #expect(
            !compare(try Self.answer(Self.entities), ""), "lists of options are read from the tree")
    }

    @Test func formsOfOtherServersAreReadAsWell() throws {
        var usual = Self.entities
        usual.entities.removeLast()
        let text = String(decoding: try Self.answer(usual), as: UTF8.self)
        let declared = text.replacing(
            #"i:type="d:int""#,
            with: #"i:type="x:int" xmlns:x="http://www.w3.org/2001/XMLSchema""#)
        #expect(compare(Array(declared.utf8), declared))
        let numbered = text.replacing("Fabrikam", with: "F&#x61;&#98;&#xD;&apos;&quot;")
        #expect(compare(Array(numbered.utf8), numbered))
    }

    /// Whatever is changed: either the tree decides, or both find the same.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func changedAnswersAreTheSameOrLeftToTheTree(seed: UInt64) throws {
        var usual = Self.entities
        usual.entities.removeLast()
        let bytes = try Self.answer(usual)
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "<", ">", "/", "&", "&#0;", "&#65534;", "&amp;", "]]>", "\u{0}", "\u{1}", " ", "\n",
            "\r", "\"",
            "=", ":", "x", "<!-- -->", "<![CDATA[a]]>", "<a/>", #" i:nil="true""#,
            #" i:type="d:int""#,
            #" xmlns:i="urn:x""#, #" xmlns="""#, "q:", "\u{FFFF}", "\u{7F}",
        ]
        var read = 0
        for _ in 0..<400 {
            var changed = bytes
            let place = Int(random.next() % UInt64(changed.count))
            switch random.next() % 3 {
            case 0: changed.remove(at: place)
            case 1:
                let end = min(changed.count, place + Int(random.next() % 40))
                let other = Int(random.next() % UInt64(changed.count))
                let piece = Array(changed[place..<end])
                changed.insert(contentsOf: piece, at: other)
            default:
                let piece = pieces[Int(random.next() % UInt64(pieces.count))]
                changed.insert(contentsOf: piece.utf8, at: place)
            }
            if compare(changed, String(decoding: changed, as: UTF8.self)) { read += 1 }
        }
        #expect(read > 20)
    }
}
