import PeriluneCore
import PeriluneFiles
import PeriluneJSON
import PeriluneMessages
import Testing

@testable import KafkaPlugin
@testable import PeriluneKafka

/// The settings of the plugin, and what is wrong with some.
struct KafkaConfigurationTests {
    private func read(_ json: String) throws -> KafkaConfiguration {
        try KafkaConfiguration(settings: Array(json.utf8))
    }

    @Test func aSourceHasTheDefaultsOfTheReference() throws {
        let configuration = try read(#"{"sources": [{"topics": "orders"}]}"#)
        #expect(configuration.connection.servers == ["127.0.0.1:9092"])
        let source = try #require(configuration.sources.first)
        #expect(source.name == "kafka/orders/perilune")
        #expect(source.start == .earliest)
        #expect(source.session == .seconds(10))
        #expect(source.messages == MessageSettings())
        #expect(source.dead == nil)
    }

    @Test(arguments: [
        (#"{"servers": ["kafka://a:9092"]}"#, "must not be a URL"),
        (#"{"servers": ["u:p@a:9092"]}"#, "must not contain credentials"),
        (#"{"servers": "a:1,,b:2"}"#, "not one of a broker"),
        (#"{"user": "a"}"#, "password is missing"),
        (#"{"mechanism": "plain"}"#, "user is missing"),
        (#"{"user": "a", "password": "secret"}"#, "password: "),
        (#"{"tls": {"certificate": "a"}}"#, "belong together"),
        (#"{"sources": [{}]}"#, "sources[0].topics is missing"),
        (#"{"sources": [{"topics": ["a", "b c"]}]}"#, "'b c' is not a topic"),
        (#"{"sources": [{"topics": "^a.*"}]}"#, "is not a topic"),
        (#"{"sources": [{"topics": "a", "dead": "a"}]}"#, "must not be one of the topics"),
        (#"{"sources": [{"topics": "a", "start": "first"}]}"#, "must be one of"),
        (#"{"sources": [{"topics": "a", "session": 0}]}"#, "session"),
        (#"{"sources": [{"topics": "a"}, {"topics": "a"}]}"#, "is used twice"),
    ])
    func aWrongSettingIsNamed(_ json: String, _ message: String) throws {
        let error = try #require(throws: PeriluneError.self) { try read(json) }
        #expect(error.code == "kafka.configuration")
        #expect(error.message.contains(message), "\(error.message)")
    }

    @Test(arguments: [#""a:1,b:2""#, #"["a:1", "b:2"]"#])
    func serversAreAListOrATextWithCommas(_ servers: String) throws {
        let configuration = try read(#"{"servers": \#(servers)}"#)
        #expect(configuration.connection.servers == ["a:1", "b:2"])
    }

    @Test func aPasswordIsNotSentInTheClear() throws {
        let user = #""user": "a", "password": {"env": "HOME"}"#
        let error = try #require(throws: PeriluneError.self) { try read("{\(user)}") }
        #expect(error.message.contains("in the clear"))
        #expect(try read(#"{\#(user), "tls": {}}"#).connection.mechanism == .plain)
        let connection = try read(#"{\#(user), "mechanism": "scram-sha-512"}"#).connection
        #expect(connection.mechanism == .sha512)
        #expect(!connection.isSecure)
    }

    @Test(arguments: [
        ["topic": "big *"], ["topic": "big.{"], ["topic": "big/{a}"],
        ["topic": "big", "key": "{"],
    ])
    func optionsOfASinkAreChecked(_ options: Value) throws {
        let error = try #require(throws: PeriluneError.self) {
            try KafkaSinkFactory().sink(named: "big", SinkOptions(options))
        }
        #expect(error.code == "output.option")
    }

    @Test func settingsThatTheLibraryRefusesAreAnError() throws {
        var options = KafkaConnectionOptions()
        options.isSecure = true
        options.caFile = "/absent.pem"
        let error = try #require(throws: PeriluneError.self) {
            _ = try KafkaProducer(options, timeout: .seconds(1))
        }
        #expect(error.code == "kafka.configuration")
        #expect(error.message.contains("ssl.ca.location"), "\(error.message)")
    }
}
