import PeriluneCore
import PeriluneHTTP

/// A response as scripts get it.
enum HTTPAnswer {
    /// The answer to a script if an operator confirms that a request whose answer was lost was carried out.
    static let assumed: Value = [
        "status": 200, "headers": .object(.init()), "body": "", "assumed": true,
    ]

    /// The response as a table; the body in Base64 if it is not text.
    static func value(_ response: HTTPResponse, from target: HTTPTarget) -> Value {
        var headers = Value.Members()
        for (name, value) in response.headers.fields {
            let name = name.lowercased()
            headers[name] = .string(headers[name]?.string.map { "\($0), \(value)" } ?? value)
        }
        var members = Value.Members([
            ("status", .integer(Int64(response.status))), ("url", .string(target.url)),
            ("headers", .object(headers)),
        ])
        if let text = String(validating: response.body, as: UTF8.self) {
            members["body"] = .string(text)
        } else {
            members["base64"] = .string(Base64.encode(response.body))
        }
        return .object(members)
    }

    /// An answer of the ledger or a test, completed with the fields that scripts rely on.
    static func complete(_ answer: Value?, url: String) -> Value {
        var members = answer?.object ?? .init()
        if let text = answer?.string { members["body"] = .string(text) }
        if let json = members["json"] {
            members["json"] = nil
            members["body"] = .string(json.json)
            if members["headers"] == nil {
                members["headers"] = ["content-type": "application/json"]
            }
        }
        if members["status"] == nil { members["status"] = 200 }
        if members["headers"]?.object == nil { members["headers"] = .object(.init()) }
        if members["url"] == nil { members["url"] = .string(url) }
        if members["body"] == nil, members["base64"] == nil { members["body"] = "" }
        return .object(members)
    }
}
