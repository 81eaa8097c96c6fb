import PeriluneCore
import PeriluneJSON

/// A request to the Web API before it has a host and a token.
struct WebAPICall: Sendable {
    var method: String
    /// The path after the root, percent-encoded: `accounts(0a1b...)?$select=name`.
    var path: String
    var headers: HTTPHeaders
    var body: [UInt8]

    init(
        _ method: String, _ path: String, headers: HTTPHeaders = HTTPHeaders(),
        _ json: [JSONTree.Member]? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        body = []
        if let json {
            var writer = JSONWriter()
            writer.write(.object(json))
            body = writer.bytes
            self.headers["Content-Type"] = "application/json; charset=utf-8"
        }
    }

    /// Whether it changes nothing, and so cannot be part of a change set.
    var isRead: Bool { method == "GET" }
}

/// The requests that carry out a message, and the function that reads its results from their responses.
struct WebAPIPlan: Sendable {
    /// Several are one transaction.
    var calls: [WebAPICall]
    var results: @Sendable ([HTTPResponse]) throws(CRMError) -> AttributeCollection

    init(
        _ calls: [WebAPICall],
        _ results:
            @escaping @Sendable ([HTTPResponse]) throws(CRMError) -> AttributeCollection = {
                _ in [:]
            }
    ) {
        self.calls = calls
        self.results = results
    }

    /// A single request whose response is the result.
    init(
        _ call: WebAPICall,
        _ results: @escaping @Sendable (HTTPResponse) throws(CRMError) -> AttributeCollection
    ) {
        calls = [call]
        self.results = { (answers) throws(CRMError) in
            guard let answer = answers.first else {
                throw .failure(PeriluneError("crm.answer", "a response is missing in the batch"))
            }
            return try results(answer)
        }
    }
}

extension CRMError {
    /// Runs what fails without a fault.
    static func wrapping<Result>(
        _ body: () throws(PeriluneError) -> Result
    ) throws(CRMError) -> Result {
        do throws(PeriluneError) { return try body() } catch { throw .failure(error) }
    }

    /// Runs what fails with a fault.
    static func wrapping<Result>(
        fault body: () throws(CRMFault) -> Result
    ) throws(CRMError) -> Result {
        do throws(CRMFault) { return try body() } catch { throw .fault(error) }
    }
}
