import Perilune
import PeriluneCore
import PeriluneHTTP
import PeriluneNATS

/// Answers requests about the quarantine of a lane, for the member that processes it.
struct LaneRequests {
    let cluster: Cluster
    let lane: Int
    let intake: Intake

    private static let wait: Int64 = 500
    private static let timeout: Duration = .seconds(5)
    private static let pause: Duration = .milliseconds(250)

    /// Runs until the task is cancelled; reconnects after the connection is lost, even if the lane is idle.
    func run() async {
        while !Task.isCancelled {
            do throws(PeriluneError) {
                try await answerRequests()
            } catch {
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    private func answerRequests() async throws(PeriluneError) {
        let subject = cluster.requests(of: lane)
        let (connection, requests, publisher) = try await onOwnThread {
            () throws(PeriluneError) in
            let connection = try NATSConnection(cluster.connection)
            return (
                connection, try NATSSubscription(connection, subject: subject, group: nil),
                try NATSPublisher(connection)
            )
        }
        let limit = connection.maximumPayload / 4
        while !Task.isCancelled {
            try await onOwnThread { () throws(PeriluneError) in
                for request in try requests.fetch(16, milliseconds: Self.wait) {
                    guard let reply = request.reply, let answer = answer(request.data, limit)
                    else { continue }
                    let message = NATSPublisher.Message(reply, headers: [], data: answer)
                    _ = try publisher.publishUnstored([message], timeout: Self.timeout)
                }
            }
        }
    }

    /// The answer; `nil` if the next member has to answer.
    private func answer(_ request: [UInt8], _ limit: Int) -> [UInt8]? {
        do throws(PeriluneError) {
            let answer = try intake.answer(try Value(json: request), limit: limit)
            return Array(answer.json.utf8)
        } catch {
            if error.code == .storeClosed { return nil }
            var writer = JSONWriter()
            writer.beginObject()
            writer.name("error")
            error.write(to: &writer)
            writer.endObject()
            return writer.bytes
        }
    }
}
