import PeriluneCore
import PeriluneHTTP
import PeriluneJSON

/// Messages as actions and functions.
extension WebAPIPlanner {
    func operation(_ request: OrganizationRequest) throws(CRMError) -> WebAPIPlan {
        guard let operation = WebAPIOperation.of(request.requestName) else {
            return try unknown(request)
        }
        var path = ""
        var name = request.requestName
        var taken: Set<String> = []
        if let binding = operation.binding, let value = request.parameters[binding.parameter] {
            let record =
                EntityReference(crm: value)
                ?? GUID(crm: value).map { EntityReference(binding.table, $0) }
            if let record {
                path = try self.path(record) + "/"
                name = "\(WebAPICodec.namespace).\(name)"
                taken.insert(binding.parameter)
            }
        }
        let parameters = try members(request.parameters, operation, without: taken)
        let call =
            operation.isFunction
            ? WebAPICall("GET", path + name + Self.arguments(parameters), headers: Self.annotations)
            : WebAPICall("POST", path + name, headers: Self.annotations, parameters)
        return WebAPIPlan(call, results(of: operation.message))
    }

    private func members(
        _ parameters: AttributeCollection, _ operation: WebAPIOperation, without taken: Set<String>
    ) throws(CRMError) -> [JSONTree.Member] {
        var members: [JSONTree.Member] = []
        for pair in parameters where !taken.contains(pair.key) {
            var (name, value) = (pair.key, pair.value)
            let renaming = operation.renamed.first { $0.parameter == pair.key }
            if let renaming, case .guid(let id) = value {
                name = renaming.name
                value = .reference(EntityReference(renaming.table, id))
            }
            let content = value
            members.append(
                .init(
                    name,
                    try CRMError.wrapping { () throws(PeriluneError) in try codec.parameter(content)
                    }))
        }
        return members
    }

    /// `(IncludePublic=true)`; none for functions without parameters.
    private static func arguments(_ members: [JSONTree.Member]) -> String {
        guard !members.isEmpty else { return "()" }
        let pairs = members.map { member in
            switch member.value {
            case .string(let text) where GUID(text) == nil:
                "\(member.name)=\(ODataLiteral.string(text).text(.v4).urlEncoded)"
            case .string(let text): "\(member.name)=\(text)"
            case .number(let digits): "\(member.name)=\(digits)"
            case .bool(let value): "\(member.name)=\(value)"
            default: "\(member.name)=null"
            }
        }
        return "(\(pairs.joined(separator: ",")))"
    }

    private func results(
        of message: MessageDescription
    ) -> @Sendable (HTTPResponse) throws(CRMError) -> AttributeCollection {
        let codec = codec
        return { (answer) throws(CRMError) in
            guard !message.results.isEmpty, !answer.body.isEmpty else { return [:] }
            let json = try WebAPIAnswer.json(answer)
            var results: AttributeCollection = [:]
            for field in message.results {
                // A single result that is a record is the response itself; a collection is its member `value`.
                var value = json[field.key]
                if value == nil, message.results.count == 1, field.kind == .entity { value = json }
                if value == nil { value = json["value"] }
                guard let value else { continue }
                results[field.key] = try CRMError.wrapping { () throws(PeriluneError) in
                    try codec.parameter(value, field, isRequest: false)
                }
            }
            return results
        }
    }

    /// Plans a custom message: an unbound action whose results are typed by their JSON.
    private func unknown(_ request: OrganizationRequest) throws(CRMError) -> WebAPIPlan {
        guard request.requestName.utf8.allSatisfy({ $0 == 0x5F || UInt8.isAlphanumeric($0) }) else {
            throw .fault(.noMessage(request.requestName, among: []))
        }
        var members: [JSONTree.Member] = []
        for pair in request.parameters {
            members.append(
                .init(
                    pair.key,
                    try CRMError.wrapping { () throws(PeriluneError) in
                        try codec.parameter(pair.value)
                    }))
        }
        return WebAPIPlan(
            WebAPICall("POST", request.requestName, members)
        ) { (answer) throws(CRMError) in
            guard !answer.body.isEmpty else { return [:] }
            var results: AttributeCollection = [:]
            for member in try WebAPIAnswer.json(answer).members where !member.name.contains("@") {
                if let value = member.value.guessed { results[member.name] = value }
            }
            return results
        }
    }
}

extension UInt8 {
    fileprivate static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20)
    }
}
