package import PeriluneCore
package import PeriluneJSON

extension ErrorCode {
    /// The body of a request cannot be read.
    package static let payload = ErrorCode(0x8004_8D19)
    /// The URL names a property or has an expression that cannot be read.
    package static let odataExpression = ErrorCode(0x8006_0888)
    /// The URL names a set or an operation that does not exist.
    package static let odataSegment = ErrorCode(0x8006_088A)
}

/// Faults as the JSON that the Web API returns.
package enum WebAPIError {
    /// The status that goes with a fault.
    package static func status(of code: ErrorCode) -> Int {
        switch code {
        case .objectDoesNotExist, .recordNotFoundByEntityKey, .odataSegment: 404
        case .privilegeDenied, .principalPrivilegeDenied: 403
        case .cannotDeleteDueToAssociation, .notSupported: 405
        case .concurrencyVersionMismatch, .duplicateRecord, .duplicateRecordEntityKey: 412
        case .throttledTime, .throttledCount, .throttledConcurrency: 429
        case .unexpected, .isvUnexpected: 500
        case .sdkMessageNotImplemented: 501
        default: 400
        }
    }

    /// The body; with details if annotations were requested.
    package static func body(_ fault: CRMFault, _ annotations: WebAPIAnnotations) -> JSONTree {
        var error: [JSONTree.Member] = [
            .init("code", .string(fault.code.description)),
            .init("message", .string(fault.message)),
        ]
        func addAnnotation(_ name: String, _ text: String?) {
            let name = "Microsoft.PowerApps.CDS.\(name)"
            if let text, annotations.includes(name) {
                error.append(.init("@" + name, .string(text)))
            }
        }
        for pair in fault.details {
            guard case .string(let text)? = WebAPICodec.json(pair.value) else { continue }
            addAnnotation("ErrorDetails.\(pair.key)", text)
        }
        addAnnotation("TraceText", fault.trace)
        addAnnotation("InnerError.Message", fault.message)
        return .object([.init("error", .object(error))])
    }

    /// The fault in a response; `nil` if the body is not an error of the Web API.
    package static func fault(_ json: JSONTree, retryAfter: Double?) -> CRMFault? {
        guard let error = json["error"], case .object(let members) = error else { return nil }
        // Errors of the gateway before the organization have no code or a word.
        let code = error["code"]?.string.flatMap { ErrorCode($0.lowercased()) } ?? .unexpected
        let message =
            error["message"]?.string ?? error["message"]?["value"]?.string ?? "no message"
        var fault = CRMFault(code, message, retryAfter: retryAfter)
        for member in members {
            guard let text = member.value.string else { continue }
            if let name = member.name.dropping("@Microsoft.PowerApps.CDS.ErrorDetails.") {
                fault.details[name] = .string(text)
            } else if member.name == "@Microsoft.PowerApps.CDS.TraceText" {
                fault.trace = text
            }
        }
        fault.trace = fault.trace ?? error["innererror"]?["stacktrace"]?.string
        return fault
    }

    /// Converts an error of reading a request to the fault that CRM returns.
    package static func fault(_ error: PeriluneError) -> CRMFault {
        let code: ErrorCode =
            switch error.code {
            case "crm.odata": .odataExpression
            case "crm.odata.segment": .odataSegment
            case "crm.schema": .invalidArgument
            case let code where code.rawValue.hasPrefix("json.") || code == "crm.json": .payload
            default: .invalidArgument
            }
        var message = error.message
        if error.code == "crm.odata", let column = error.place.column {
            message += " (at position \(column))"
        }
        if let hint = error.hint { message += " Hint: \(hint)." }
        return CRMFault(code, message)
    }
}

extension String {
    /// The text after a prefix; `nil` without it.
    package func dropping(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
