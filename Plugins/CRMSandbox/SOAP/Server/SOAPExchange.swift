import CRMPlugin
import PeriluneCore

/// Turns the result of a call into an HTTP response: 200 for a response, 500 for a fault.
struct SOAPExchange {
    /// The time in faults.
    let now: Timestamp

    func answer(
        to call: SOAPCall, _ execute: () throws(CRMFault) -> OrganizationResponse
    ) -> HTTPResponse {
        let reply: SOAPReply
        do throws(CRMFault) {
            reply = .response(try execute())
        } catch {
            reply = .fault(error)
        }
        return response(reply, call.operation, call.version)
    }

    /// The response to a request for metadata.
    func metadata(for call: SOAPCall, _ schema: Schema) -> HTTPResponse {
        do throws(CRMFault) {
            let body = try SOAPMetadata.document(call, schema)
            return HTTPResponse(
                200, headers: [("Content-Type", call.version.contentType)], body: body)
        } catch {
            return refusal(with: error, call.version)
        }
    }

    /// The response to a document that cannot be read, in the SOAP version that all clients support.
    func refusal(of error: PeriluneError) -> HTTPResponse {
        let place = error.place.description
        let fault = CRMFault(
            .invalidArgument,
            "Cannot read the request: \(error.message)" + (place.isEmpty ? "" : " (\(place))"))
        return refusal(with: fault, .v11)
    }

    /// The response for a fault that is independent of the request.
    func refusal(with fault: CRMFault, _ version: SOAPVersion) -> HTTPResponse {
        response(.fault(fault), .execute, version)
    }

    private func response(
        _ reply: SOAPReply, _ operation: SOAPOperation, _ version: SOAPVersion
    ) -> HTTPResponse {
        var status = 200
        if case .fault = reply { status = 500 }
        do throws(PeriluneError) {
            let body = try reply.encode(to: operation, version, at: now)
            return HTTPResponse(
                status, headers: [("Content-Type", version.contentType)], body: body)
        } catch {
            // A record may contain a character that XML cannot represent, which is reported to the client.
            guard case .response = reply else { return HTTPResponse(500) }
            let fault = CRMFault(.unexpected, "Cannot write the response: \(error.message)")
            return response(.fault(fault), operation, version)
        }
    }
}
