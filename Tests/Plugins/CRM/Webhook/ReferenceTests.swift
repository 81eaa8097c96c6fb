import PeriluneCore
import PeriluneJSON
import PeriluneTestKit
import Testing

@testable import CRMPlugin

/// Webhooks whose events are written with their index, beside a reader that looks for each member by itself.
struct ReferenceTests {
    /// Pieces that are put in place of others: values of all kinds, names that differ, and what is no JSON.
    private static let values = [
        "null", "true", "-1.50", #""""#, #""a\u0041""#, "[]", "{}", #"[[1],{"a":[]}]"#,
        #""\/Date(1506409448000-0700)\/""#, #""/Date(0)/""#, #"{"Value":7}"#,
        #"{"__type":"Money:x"}"#,
        #"{"__type":"OptionSetValue:x","Value":{"__type":"Money:x","Value":2.0}}"#,
        #"{"__type":"AliasedValue:x","Value":"\/Date(1)\/"}"#,
        #"{"__type":"Entity:x","Attributes":[{"key":"a","value":[1, 2]}],"Id":"i"}"#,
        #"{"__type":"EntityCollection:x","Entities":[{"LogicalName":"b"},{"Attributes":[{"key":"c","value":1}]}]}"#,
        #"{"__type":"EntityReference:x","Id":"i" , "Name":"\u00e9"}"#, #"{"Attributes":1}"#,
        #"[{"key":"a","value":1},{"value":2 ,"key":"b"}]"#, #"[{"key":"a\\","value":1}]"#, "[1]",
        "{",
        #"{"k\u0065y":1}"#, SamplePayload.context(),
    ]

    private func check(_ body: String, _ isTruncated: Bool) {
        let bytes = Array(body.utf8)
        let wanted = Result { () throws(PeriluneError) in
            try ReferenceReader.read(bytes, organization: "dev", wasTruncated: isTruncated)
        }
        let reader = WebhookReader()
        let read = Result { () throws(PeriluneError) in
            try reader.read(bytes, organization: "dev", wasTruncated: isTruncated)
        }
        switch (wanted, read) {
        case (.success(let wanted), .success(let reading)):
            #expect(
                String(decoding: reading.event.json, as: UTF8.self)
                    == String(decoding: wanted.event, as: UTF8.self))
            #expect(reading.id == wanted.id)
            checkIndex(reading)
        case (.failure(let wanted), .failure(let error)): #expect(error == wanted)
        default: Issue.record("\(read) instead of \(wanted) for \(body)")
        }
    }

    /// Whether a reader that is given the index finds the same as one that parses.
    private func checkIndex(_ reading: WebhookReader.Reading) {
        guard reading.isChecked, let index = reading.index else { return }
        let (indexed, parsed) = (JSONEvent(numbersTypes: true), JSONEvent(numbersTypes: true))
        do throws(PeriluneError) {
            try indexed.read(copy: reading.event.json, trusted: true, index: index)
            try parsed.read(copy: reading.event.json)
            #expect(indexed.id == parsed.id)
            #expect(indexed.type == parsed.type)
            #expect(indexed.microseconds == parsed.microseconds)
            let paths = [
                "data", "data.target", "data.changed", "data.pre", "data.post", "data.input",
                "data.context", "data.parent.target", "data.context.InputParameters", "data.mode",
            ]
            for path in paths {
                let path = FieldPath(path)
                #expect(try indexed.value(at: path) == parsed.value(at: path))
            }
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(arguments: DeliveryIdentityTests.Context.all)
    func eventsOfRealContextsAreTheSame(_ context: DeliveryIdentityTests.Context) {
        check(context.value.json, false)
        check(context.value.json, true)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func eventsOfChangedContextsAreTheSame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let samples = [SamplePayload.context(), SamplePayload.context(mode: 0)]
        var written = 0
        for _ in 0..<150 {
            var body = samples[Int(random.next() % 2)]
            for _ in 0..<(1 + random.next() % 3) { change(&body, &random) }
            check(body, random.next() % 4 == 0)
            if (try? ReferenceReader.read(Array(body.utf8), organization: "dev")) != nil {
                written += 1
            }
        }
        #expect(written > 20)
    }

    /// Puts another value in the place of one behind a colon.
    private func change(_ body: inout String, _ random: inout SeededGenerator) {
        var bytes = Array(body.utf8)
        let colons = bytes.indices.filter {
            bytes[$0] == UInt8(ascii: ":") && bytes[$0 - 1] == UInt8(ascii: "\"")
        }
        guard !colons.isEmpty else { return }
        let start = colons[Int(random.next() % UInt64(colons.count))] + 1
        var (end, depth, isText) = (start, 0, false)
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\""), end == start || bytes[end - 1] != UInt8(ascii: "\\") {
                isText.toggle()
            }
            if !isText {
                if "[{".utf8.contains(byte) { depth += 1 }
                if "]}".utf8.contains(byte) { depth -= 1 }
                if depth < 0 || depth == 0 && byte == UInt8(ascii: ",") { break }
            }
            end += 1
        }
        let value = Self.values[Int(random.next() % UInt64(Self.values.count))]
        bytes.replaceSubrange(start..<end, with: value.utf8)
        body = String(decoding: bytes, as: UTF8.self)
    }
}
