import CNATS
package import PeriluneCore
import PeriluneJSON

extension NATSConnection {
    /// Sends a request to a subject.
    ///
    /// - Returns: The first answer; `nil` if no one answers requests at the subject.
    /// - Throws: `nats.timeout` if there is no answer in time; the request may have been processed.
    package func request(
        _ subject: String, _ data: [UInt8], milliseconds: Int64
    ) throws(PeriluneError) -> [UInt8]? {
        var reply: OpaquePointer?
        let status = data.withUnsafeBytes { bytes in
            natsConnection_Request(
                &reply, pointer, subject, bytes.baseAddress, Int32(bytes.count), milliseconds)
        }
        defer { natsMsg_Destroy(reply) }
        switch (status, reply) {
        case (NATS_OK, let reply?): return NATSMessage.data(of: reply)
        case (NATS_NO_RESPONDERS, _): return nil
        case (NATS_TIMEOUT, _):
            throw PeriluneError(
                "nats.timeout", "a request to '\(subject)' was not answered in time",
                hint: "it may have been carried out; check before you repeat it")
        default: throw connectionError(status)
        }
    }

    /// The sequence number of the first message with a subject after another message.
    ///
    /// A server that has a message also has all earlier ones, so a replica that lags behind does not give a wrong
    /// answer.
    package func firstSequence(
        stream: String, subject: String, after sequence: UInt64, timeout: Duration
    ) throws(PeriluneError) -> UInt64? {
        let question: Value = .object([
            "seq": .integer(Int64(clamping: sequence + 1)), "next_by_subj": .string(subject),
        ])
        let answer = try request(
            "$JS.API.STREAM.MSG.GET.\(stream)", Array(question.json.utf8),
            milliseconds: timeout.milliseconds)
        guard let answer, let value = try? Value(json: answer) else { return nil }
        return value["message"]?["seq"]?.integer.map { UInt64(clamping: $0) }
    }
}

extension NATSMessage {
    /// The subject for the answer; `nil` if none is expected.
    ///
    /// It must be an inbox, as in requests of ``NATSConnection/request(_:_:milliseconds:)``: at another subject, the
    /// answer could be stored in a stream, or be a request to another client.
    package var reply: String? {
        guard let reply = natsMsg_GetReply(handle.pointer) else { return nil }
        let subject = String(cString: reply)
        return subject.utf8.starts(with: Self.inboxes.utf8) ? subject : nil
    }

    /// The prefix of the subjects at which clients wait for answers.
    private static let inboxes = "_INBOX."
}
