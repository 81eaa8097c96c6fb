import Perilune
import PeriluneCore
import PeriluneHTTP
import PeriluneNATS

/// Answers requests about the quarantine of a lane, for the member that processes it.
struct LaneRequests {
    let cluster: Cluster
    let lane: Int
    let connection: NATSConnection
    let intake: Intake

    private static let wait: Int64 = 500
    private static let timeout: Duration = .seconds(5)

    /// Runs until the task is cancelled, or the connection is lost.
    func run() async {
        do throws(PeriluneError) {
            let subject = cluster.requests(of: lane)
            let (requests, publisher) = try await onOwnThread { () throws(PeriluneError) in
                (
                    try NATSSubscription(connection, subject: subject, group: nil),
                    try NATSPublisher(connection)
                )
            }
            while !Task.isCancelled {
                try await onOwnThread { () throws(PeriluneError) in
                    for request in try requests.fetch(16, milliseconds: Self.wait) {
                        guard let reply = request.reply, let answer = answer(request.data) else {
                            continue
                        }
                        let message = NATSPublisher.Message(reply, headers: [], data: answer)
                        _ = try publisher.publishUnstored([message], timeout: Self.timeout)
                    }
                }
            }
        } catch {
            // The lane notices the loss of the connection, and opens its store again.
        }
    }

    /// `nil` if the next member answers.
    private func answer(_ request: [UInt8]) -> [UInt8]? {
        do throws(PeriluneError) {
            let answer = try intake.answer(
                try Value(json: request), limit: connection.maximumPayload / 4)
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
