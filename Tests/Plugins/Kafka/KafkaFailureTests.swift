import CKafka
import PeriluneCore
import Testing

@testable import PeriluneKafka

/// What clients of Kafka report in the background.
struct KafkaFailureTests {
    private func failures() -> KafkaFailures {
        var options = KafkaConnectionOptions()
        options.servers = ["a:1", "b:2"]
        return KafkaFailures(options)
    }

    @Test func aLostBrokerIsReportedOnlyIfNoOtherIsReachable() {
        let failures = failures()
        failures.report(KafkaFailure(RD_KAFKA_RESP_ERR__TRANSPORT, "a:1: refused"))
        #expect(failures.drain() == [])
        #expect(failures.transport == "a:1: refused")
        failures.report(KafkaFailure(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, "2/2 brokers are down"))
        let errors = failures.drain()
        #expect(errors.map(\.code) == ["kafka.connection"])
        #expect(errors.first?.message == "cannot reach Kafka at a:1, b:2: a:1: refused")
        #expect(failures.drain() == [])
    }

    @Test func aReasonThatIsNotKnownIsThatOfTheClient() {
        let failures = failures()
        failures.report(KafkaFailure(RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, "2/2 brokers are down"))
        #expect(failures.drain().first?.message.hasSuffix(": 2/2 brokers are down") == true)
    }

    @Test func otherFailuresAreReportedAtOnce() {
        let failures = failures()
        failures.report(KafkaFailure(RD_KAFKA_RESP_ERR__AUTHENTICATION, "wrong password"))
        #expect(
            failures.drain().map(\.message)
                == ["Kafka at a:1, b:2 reports a failure: wrong password"])
    }

    /// The client repeats it many times a second.
    @Test func aRepeatedFailureIsReportedOnce() {
        let failures = failures()
        for _ in 0..<3 {
            failures.report(KafkaFailure(RD_KAFKA_RESP_ERR__AUTHENTICATION, "wrong password"))
        }
        failures.report(KafkaFailure(RD_KAFKA_RESP_ERR__SSL, "wrong certificate"))
        #expect(failures.drain().count == 2)
        failures.report(KafkaFailure(RD_KAFKA_RESP_ERR__SSL, "wrong certificate"))
        #expect(failures.drain() == [])
    }

    @Test func aReportOfAnEarlierMessageIsIgnored() {
        let reports = KafkaReports(KafkaConnectionOptions())
        reports.begin(11, count: 2)
        reports.complete(10, with: RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
        reports.complete(13, with: RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
        reports.complete(12, with: RD_KAFKA_RESP_ERR_NO_ERROR)
        #expect(reports.isWaiting)
        // A message has one report.
        reports.complete(12, with: RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
        #expect(reports.isWaiting)
        reports.complete(11, with: RD_KAFKA_RESP_ERR__MSG_TIMED_OUT)
        #expect(!reports.isWaiting)
        #expect(
            reports.statuses == [RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, RD_KAFKA_RESP_ERR_NO_ERROR])
    }

    @Test func settingsThatTheClientRejectsAreAnError() {
        var options = KafkaConnectionOptions()
        options.isSecure = true
        options.caFile = "/none/ca.pem"
        let error = #expect(throws: PeriluneError.self) {
            try options.client(RD_KAFKA_PRODUCER, [], KafkaFailures(options)) { _ in }
        }
        #expect(error?.code == "kafka.configuration")
        let unknown = #expect(throws: PeriluneError.self) {
            try KafkaConnectionOptions().client(
                RD_KAFKA_PRODUCER, [("no.such.setting", "1")], KafkaFailures(options)
            ) { _ in }
        }
        #expect(unknown?.message.contains("no.such.setting") == true)
    }
}
