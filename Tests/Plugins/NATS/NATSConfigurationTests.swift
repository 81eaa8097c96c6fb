import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneMessages
import Testing

@testable import NATSPlugin
@testable import PeriluneNATS

/// The settings of the plugin, and what is wrong with some.
struct NATSConfigurationTests {
    private func read(_ json: String) throws -> NATSConfiguration {
        try NATSConfiguration(settings: Array(json.utf8))
    }

    @Test func aSourceHasTheDefaultsOfTheReference() throws {
        let configuration = try read(#"{"sources": [{"stream": "ORDERS"}]}"#)
        #expect(configuration.connection.servers == ["nats://127.0.0.1:4222"])
        let source = try #require(configuration.sources.first)
        #expect(source.name == "nats/ORDERS/perilune")
        #expect(source.messages == MessageSettings())
        #expect(source.dead == nil)
        #expect(!source.creates)
    }

    @Test(arguments: [
        (#"{"servers": ["http://a"]}"#, "not one of a NATS server"),
        (#"{"servers": ["nats://u:p@a"]}"#, "must not contain credentials"),
        (#"{"user": "a"}"#, "password is missing"),
        (#"{"token": "secret"}"#, "token: "),
        (#"{"credentials": "a", "nkey": {"public": "U", "file": "b"}}"#, "only credential"),
        (#"{"tls": {"certificate": "a"}}"#, "belong together"),
        (#"{"sources": [{}]}"#, "sources[0].stream or subject is missing"),
        (#"{"sources": [{"subject": "a", "create": true}]}"#, "needs a stream"),
        (#"{"sources": [{"subject": "a", "consumer": "c"}]}"#, "needs a stream"),
        (#"{"sources": [{"stream": "A", "group": "c"}]}"#, "without a stream"),
        (#"{"sources": [{"stream": "A", "create": true}]}"#, "subject is missing"),
        (#"{"sources": [{"stream": "A.B"}]}"#, "must not contain spaces"),
        (#"{"sources": [{"subject": "a..b"}]}"#, "is not a subject"),
        (#"{"sources": [{"subject": "a", "dead": "d.*"}]}"#, "is not a subject"),
        (#"{"sources": [{"stream": "A"}, {"stream": "A"}]}"#, "is used twice"),
        (#"{"sources": [{"stream": "A", "as": "cloudevent"}]}"#, "must be one of"),
    ])
    func aWrongSettingIsNamed(_ json: String, _ message: String) throws {
        let error = try #require(throws: PeriluneError.self) { try read(json) }
        #expect(error.code == "nats.configuration")
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test(arguments: [
        #"{"user": "a", "password": {"env": "PATH"}}"#, #"{"token": {"env": "PATH"}}"#,
        #"{"credentials": "a.creds"}"#, #"{"nkey": {"public": "U", "file": "a.seed"}}"#,
    ])
    func oneCredentialIsEnough(_ json: String) throws {
        #expect(try read(json).connection.credentials != nil)
    }

    @Test(arguments: [
        ("orders.>", true, true), ("orders.*.new", true, true), (">", true, true),
        ("orders.>.new", true, false), ("orders.*", false, false), ("orders..a", true, false),
        ("orders a", true, false), ("", true, false), ("orders.new", false, true),
    ])
    func subjectsAreChecked(_ text: String, _ allowsWildcards: Bool, _ isValid: Bool) {
        #expect(Subject.isValid(text, allowsWildcards: allowsWildcards) == isValid)
    }

    @Test(arguments: ["big.*", "big..{a}", "big.{", "big {a}"])
    func aSubjectOfASinkIsChecked(_ text: String) throws {
        let error = try #require(throws: PeriluneError.self) {
            try NATSSinkFactory().sink(named: "big", SinkOptions(["subject": .string(text)]))
        }
        #expect(error.code == "output.option")
        #expect(error.message.hasPrefix("subject"))
    }
}
