import CRMPlugin
import PeriluneCore
import PeriluneJSON

/// `$batch`: many requests in one, some of them as change sets.
extension WebAPIContext {
    func batch(_ request: WebAPIRequest) throws(CRMFault) -> HTTPResponse {
        guard let boundary = WebAPIBatch.boundary(request.headers["Content-Type"]) else {
            throw CRMFault(
                .payload, "The content type of a batch must be multipart/mixed with a boundary.")
        }
        let parts = try reading { () throws(PeriluneError) in
            try WebAPIBatch.parts(of: request.body[...], boundary: boundary) {
                (text) throws(PeriluneError) in text
            }
        }
        var writer = MultipartWriter(boundary: "batchresponse_\(GUID.random())")
        var status = 200
        for part in parts {
            let failed: Bool
            switch part {
            case .single(let item):
                let response = single(item.message)
                writer.add(HTTPText(response), contentID: item.contentID)
                failed = response.status >= 400
            case .changeSet(let items): failed = !changeSet(items, &writer)
            }
            if failed, !request.preferences.continuesOnError {
                status = 400
                break
            }
        }
        return WebAPIReply.response(
            status, "multipart/mixed; boundary=\(writer.boundary)", writer.finish(),
            request.preferences)
    }

    private func single(_ text: HTTPText) -> HTTPResponse {
        do throws(CRMFault) {
            return answer(try request(text))
        } catch {
            return WebAPIReply.failure(error)
        }
    }

    /// All of it or nothing; a failure is one part in place of the set.
    private func changeSet(
        _ items: [WebAPIBatch.Item<HTTPText>], _ writer: inout MultipartWriter
    ) -> Bool {
        var answers: [(HTTPResponse, String?)] = []
        do throws(CRMFault) {
            try atomically { (execute) throws(CRMFault) in
                answers = []
                var contents: [String: String] = [:]
                for item in items {
                    let response = try change(item.message, execute, contents)
                    answers.append((response, item.contentID))
                    if let id = item.contentID, let made = response.headers["OData-EntityId"] {
                        contents["$\(id)"] = made
                    }
                }
            }
        } catch {
            let response = WebAPIReply.failure(error)
            writer.add(HTTPText(response), contentID: items.count == 1 ? items[0].contentID : nil)
            return false
        }
        var set = MultipartWriter(boundary: "changesetresponse_\(GUID.random())")
        for (response, id) in answers { set.add(HTTPText(response), contentID: id) }
        writer.add(set)
        return true
    }

    /// A request within a change set: its failure is thrown, so that the transaction ends.
    private func change(
        _ text: HTTPText, _ execute: @escaping Execute, _ contents: [String: String]
    ) throws(CRMFault) -> HTTPResponse {
        var inner = WebAPIContext(
            codec: codec, root: root, prefix: prefix, execute: execute,
            atomically: { (body) throws(CRMFault) in try body(execute) })
        inner.contents = contents
        let request = try request(text)
        guard request.method != "GET" else {
            throw CRMFault(.invalidArgument, "A change set cannot contain a GET request.")
        }
        let parsed = try WebAPIRequest(
            request, WebAPIPreferences(request.headers), in: inner)
        guard parsed.segments.first?.name != "$batch" else {
            throw CRMFault(.invalidArgument, "A batch cannot contain a batch.")
        }
        return try inner.route(parsed)
    }

    /// A part as a request of its own; the address is whole, from the root of the host, or relative.
    private func request(_ text: HTTPText) throws(CRMFault) -> HTTPRequest {
        let (method, target) = try reading { () throws(PeriluneError) in try text.request() }
        var path = target[...]
        if path.hasPrefix("http://") || path.hasPrefix("https://") {
            let host = path.drop { $0 != ":" }.dropFirst(3)
            path = host.drop { $0 != "/" }
        }
        let query = path.firstIndex(of: "?").map { String(path[path.index(after: $0)...]) }
        path = path.prefix { $0 != "?" }
        if path.hasPrefix("/"), !path.hasPrefix("/$"), !path.hasPrefix(prefix) {
            throw notFound(String(path.prefix(100)))
        }
        if path.contains("/$batch") || path.hasPrefix("$batch") {
            throw CRMFault(.invalidArgument, "A batch cannot contain a batch.")
        }
        return HTTPRequest(
            method: method, path: String(path), query: query, headers: text.headers,
            body: Array(text.body))
    }
}

extension HTTPText {
    /// A response as a part of a batch.
    fileprivate init(_ response: HTTPResponse) {
        let reason =
            switch response.status {
            case 200: "OK"
            case 201: "Created"
            case 204: "No Content"
            case 304: "Not Modified"
            case 400: "Bad Request"
            case 403: "Forbidden"
            case 404: "Not Found"
            case 405: "Method Not Allowed"
            case 412: "Precondition Failed"
            case 429: "Too Many Requests"
            case 501: "Not Implemented"
            default: "Internal Server Error"
            }
        self.init("HTTP/1.1 \(response.status) \(reason)", response.headers, body: response.body)
    }
}
