import Perilune
import PeriluneCore
import PeriluneTestKit
import Testing

@testable import PeriluneLibrary

/// What a plugin registers is known to the host of a library word for word: help, definitions for editors, and limits.
struct DescriptionTests {
    private func told(_ plugin: some Plugin) throws -> Value {
        var registry = Registry()
        try plugin.register(in: &registry)
        return try registry.wireValue(of: plugin)
    }

    @Test func everyRegisteredPartIsDescribed() throws {
        let value = try told(Quota())
        #expect(
            value["events"]
                == [["type": "quota.exceeded", "summary": "A device did too much."]] as Value)
        let functions = try #require(value["modules"]?.array?.first?["functions"]?.array)
        #expect(
            functions.first
                == [
                    "name": "left", "summary": "What is left.", "kind": "sync",
                    "returns": "integer",
                    "parameters": [
                        [
                            "name": "used", "type": "integer", "optional": false,
                            "summary": "so far",
                        ]
                    ],
                ] as Value)
        let command = try #require(value["commands"]?.array?.first)
        #expect(command["name"] == "quota")
        #expect(
            command["options"]
                == [
                    ["name": "times", "summary": "How often.", "kind": "integer", "variable": "N"]
                ] as Value)
    }

    @Test func aLibraryRegistersTheSameAsItsPlugin() throws {
        let library = try LibraryPlugin(entry: quotaEntry)
        let (own, other) = (try told(Quota()), try told(library))
        guard case .object(let members) = own else {
            Issue.record("there is no description")
            return
        }
        for member in members.pairs {
            #expect(other[member.name] == member.value, "\(member.name)")
        }
    }

    @Test func aModuleThatNeedsAGrantSaysSo() throws {
        struct Guarded: Plugin {
            let name = "guarded"

            func register(in registry: inout Registry) throws(PeriluneError) {
                try registry.add(HostModule("locks", "Opens doors.", grant: "doors", []))
            }
        }
        let description = try Description(try told(Guarded()))
        #expect(description.modules.map(\.grant) == ["doors"])
    }

    @Test(arguments: [nil, "anyone may post taps"] as [String?])
    func aSourceDescribesItsAuthentication(authenticationHint: String?) throws {
        struct Open: Plugin {
            let name = "open"
            let authenticationHint: String?

            func register(in registry: inout Registry) throws(PeriluneError) {
                try registry.add(
                    HTTPSource(
                        path: "/taps", bodyLimit: 2000, summary: "taps",
                        authenticationHint: authenticationHint,
                        warnings: ["no key is set"]
                    ) { _ in .init([]) })
            }
        }
        let description = try Description(try told(Open(authenticationHint: authenticationHint)))
        let source = try #require(description.sources.first)
        #expect(source.authenticationHint == authenticationHint)
        #expect(source.path == "/taps" && source.summary == "taps" && source.bodyLimit == 2000)
        #expect(source.warnings == ["no key is set"])
    }

    @Test func aTextHasALimit() throws {
        let text = String(repeating: "é", count: 2048)
        #expect(try Form(.string(text), "summary").text() == text)
        let error = #expect(throws: PeriluneError.self) {
            try Form(.string(text + "x"), "summary").text()
        }
        #expect(error?.message.hasPrefix("summary must be a string of at most 4096 bytes") == true)
    }
}
