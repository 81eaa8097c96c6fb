import CRMPlugin
import Dispatch
import PeriluneCore
import PeriluneXML
import Testing

@testable import CRMSandboxPlugin

struct SOAPServiceTests {
    private let echo = EchoService { request throws(CRMFault) in
        switch request.requestName {
        case "WhoAmI": return OrganizationResponse("WhoAmI", ["UserId": .guid(.zero)])
        case "Create": return OrganizationResponse("Create", ["id": .guid(.zero)])
        case "Bell": return OrganizationResponse("Bell", ["Text": "\u{7}"])
        default: throw CRMFault(.sdkMessageNotImplemented, "no \(request.requestName)")
        }
    }
    private let whoAmI = SOAPCall(OrganizationRequest("WhoAmI"))

    @Test func answersACall() async throws {
        let response = await echo.post(try whoAmI.encode())
        #expect(response.status == 200)
        #expect(response.headers["Content-Type"] == "text/xml; charset=utf-8")
        let reply = try SOAPReply.decode(response.body, to: whoAmI)
        #expect(reply == .response(OrganizationResponse("WhoAmI", ["UserId": .guid(.zero)])))
    }

    @Test(arguments: [
        ("/XRMServices/2011/Organization.svc/web", true),
        ("/XRMServices/2011/Organization.svc/web/", true),
        ("/xrmservices/2011/organization.svc/", true),
        ("/XRMServices/2011/Organization.svc/other/", false),
    ])
    func itsPathMayEndInASlash(_ path: String, _ isServed: Bool) {
        #expect(SOAPService.serves(path) == isServed)
    }

    @Test func answersAClassicOperationInItsForm() async throws {
        let request = OrganizationRequest(
            "Create", namespace: .xrm, ["Target": .entity(Entity("account"))])
        let call = SOAPCall(request, operation: .create)
        let response = await echo.post(try call.encode())
        let reply = try SOAPReply.decode(response.body, to: call)
        #expect(reply == .response(OrganizationResponse("Create", ["id": .guid(.zero)])))
    }

    @Test func answersAFaultWith500() async throws {
        let call = SOAPCall(OrganizationRequest("Frobnicate"))
        let response = await echo.post(try call.encode())
        #expect(response.status == 500)
        let fault = CRMFault(.sdkMessageNotImplemented, "no Frobnicate")
        #expect(try SOAPReply.decode(response.body, to: call) == .fault(fault))
    }

    @Test func answersInTheVersionOfTheCall() async throws {
        var call = whoAmI
        call.version = .v12
        let response = await echo.post(try call.encode(), type: "application/soap+xml")
        #expect(response.headers["Content-Type"] == "application/soap+xml; charset=utf-8")
        #expect(try XMLElement.parse(response.body).namespace == SOAPVersion.v12.namespace)
    }

    @Test(arguments: [
        "", "<s:Envelope", "{\"a\":1}", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
        String(repeating: "<a>", count: 1000),
    ])
    func answersUnreadableRequestsWithAFault(body: String) async throws {
        let response = await echo.post(Array(body.utf8))
        #expect(response.status == 500)
        guard case .fault(let fault) = try SOAPReply.decode(response.body, to: whoAmI) else {
            Issue.record("no fault")
            return
        }
        #expect(fault.code == .invalidArgument)
        #expect(fault.message.hasPrefix("Cannot read the request: "))
    }

    @Test func answersAFaultForCharactersThatXMLDoesNotAllow() async throws {
        let call = SOAPCall(OrganizationRequest("Bell"))
        let response = await echo.post(try call.encode())
        #expect(response.status == 500)
        guard case .fault(let fault) = try SOAPReply.decode(response.body, to: call) else {
            Issue.record("no fault")
            return
        }
        #expect(fault.message.contains("U+7"))
    }

    @Test func acceptsThePathInAnyCase() async throws {
        let path = "/xrmservices/2011/organization.svc"
        #expect(await echo.post(try whoAmI.encode(), path: path).status == 200)
        #expect(await echo.post(try whoAmI.encode(), path: "/other").status == 404)
    }

    @Test func refusesAnotherTypeOfContent() async throws {
        #expect(await echo.post(try whoAmI.encode(), type: "application/json").status == 415)
        #expect(await echo.post(try whoAmI.encode(), type: nil).status == 200)
    }

    @Test func refusesOtherMethods() async {
        let path = SOAPService.paths[0]
        let response = await echo.answer(HTTPRequest(method: "DELETE", path: path))
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET, HEAD, POST")
    }

    /// A message may wait for the answer to another one.
    @Test func aMessageIsCarriedOutWhileAnotherWaits() {
        let threads = ExecutionThreads(threads: 2)
        let (hasBegun, mayEnd, hasEnded) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        #expect(
            threads.run {
                hasBegun.signal()
                mayEnd.wait()
                hasEnded.signal()
            })
        #expect(hasBegun.wait(timeout: .now() + 10) == .success)
        #expect(threads.run { mayEnd.signal() })
        #expect(hasEnded.wait(timeout: .now() + 10) == .success)
        mayEnd.signal()
    }

    @Test func refusesRequestsThatWouldWaitTooLong() async throws {
        let threads = ExecutionThreads(threads: 1, waiting: 0)
        let service = SOAPService(
            threads: threads, now: { Timestamp(microseconds: 0) },
            execute: { (call, _) throws(CRMFault) in
                OrganizationResponse(call.request.requestName)
            })
        let body = try whoAmI.encode()
        let response = await withCheckedContinuation { continuation in
            service.handle(HTTPRequest(method: "POST", path: SOAPService.paths[0], body: body)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(response.status == 503)
    }
}
