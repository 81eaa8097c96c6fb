import PeriluneCore
import PeriluneJSON
import Testing

struct JSONComparerTests {
    private func differences(_ old: String, _ new: String) throws -> [String] {
        let trees = try JSONComparer().differences(Array(old.utf8), Array(new.utf8))
        return [trees.old, trees.new].map { tree in
            var writer = JSONWriter()
            writer.write(tree)
            return writer.text
        }
    }

    @Test(arguments: [
        (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"b":5,"c":3}"#, #"{"b":2}"#, #"{"b":5}"#),
        (
            #"{"a":{"x":1,"y":[1,2]}}"#, #"{"a":{"x":2,"y":[1,2]}}"#, #"{"a":{"x":1}}"#,
            #"{"a":{"x":2}}"#
        ),
        (#"{"a":1}"#, #"{"a":1,"b":2}"#, "{}", #"{"b":2}"#),
        // Behind the first name that differs all is kept.
        (#"{"a":1,"b":2,"c":3}"#, #"{"a":1,"c":3,"b":2}"#, #"{"b":2,"c":3}"#, #"{"c":3,"b":2}"#),
        (
            #"{"a":[1,{"x":1}]}"#, #"{"a":[1,{"x":2}]}"#, #"{"a":[1,{"x":1}]}"#,
            #"{"a":[1,{"x":2}]}"#
        ),
        (#"{"a":{}}"#, #"{"a":[]}"#, #"{"a":{}}"#, #"{"a":[]}"#),
        ("1.50", "1.5", "1.50", "1.5"),
    ])
    func leavesOutEqualMembers(
        old: String, new: String, ofOld: String, ofNew: String
    ) throws {
        #expect(try differences(old, new) == [ofOld, ofNew])
        #expect(try differences(new, old) == [ofNew, ofOld])
    }

    @Test func rejectsWhatIsNotJSON() {
        #expect(throws: PeriluneError.self) { try differences("{}", "{") }
    }
}
