import LuaSyntax
import Perilune
import Testing

/// Editor definitions of the events of a log.
struct EventDefinitionsTests {
    private func text(_ data: String...) -> String { definitions(data).text }

    private func definitions(_ data: [String]) -> EventDefinitions {
        let reader = ShapeReader(limits: EventDefinitions.limits)
        for data in data {
            reader.add(event: Array(#"{"type":"order.placed","id":"1","data":\#(data)}"#.utf8))
        }
        return EventDefinitions(of: reader.shape, from: "log")
    }

    @Test(arguments: [
        (#"{"a":1}"#, #"{"a":2.5}"#, "---@field a number"),
        (#"{"a":1}"#, #"{"a":"x"}"#, "---@field a integer|string"),
        (#"{"a":1}"#, #"{}"#, "---@field a? integer"),
        (#"{"a":true}"#, #"{"a":null}"#, "---@field a? boolean"),
        (#"{"a-b":1}"#, #"{}"#, #"---@field ["a-b"] integer|nil"#),
        (#"{"a":[1]}"#, #"{"a":["x"]}"#, "---@field a (integer|string)[]"),
        (#"{"a":{"b":1}}"#, #"{"a":{}}"#, "---@field a Event.order.placed.data.a"),
        (
            #"{"a":{"b":1}}"#, #"{"a":{}}"#,
            "---@class Event.order.placed.data.a\n---@field b? integer"
        ),
    ])
    func aFieldHasTheKindsOfItsValues(_ one: String, _ other: String, _ line: String) {
        let text = text(one, other)
        #expect(text.contains("---@class Event.order.placed: Event\n"))
        #expect(text.contains(line + "\n"), "\(text)")
    }

    @Test func containNoValues() {
        #expect(!text(#"{"password":"hunter2","n":77}"#).contains { "2" == $0 || "7" == $0 })
    }

    @Test func areBoundedInDepthAndFields() {
        let deep = String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40)
        let wide = "{" + (0..<1000).map { #""k\#($0)":1"# }.joined(separator: ",") + "}"
        #expect(text(deep).split(separator: "\n").count { $0.hasPrefix("---@class") } < 10)
        #expect(text(wide).contains("---@field data table<string, integer>"))
    }

    @Test func aNameCannotEndItsLine() {
        let text = text(#"{"a\"] string\nos.exit()":1,"b\nc":2,"ok":3}"#)
        #expect(!text.contains("os.exit") && text.contains("---@field ok integer"))
    }

    @Test func listOmittedNames() {
        let long = String(repeating: "n", count: 65)
        let definitions = definitions([#"{"a":{"b\"c":1,"":2},"\#(long)":3,"ok-1":4}"#])
        #expect(
            definitions.leftOut == [
                #"order.placed.data "\#(long)""#, #"order.placed.data.a """#,
                #"order.placed.data.a "b\"c""#,
            ])
    }
}
