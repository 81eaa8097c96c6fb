import PeriluneCore
import PeriluneJSON

extension WebAPIClient {
    /// The tables of the organization, including the choices of these tables, or of all if none is named.
    ///
    /// Reading choices takes a request for each table and kind of column, and messages do not need them. So only the
    /// generation of types requests them.
    public func schema(withChoicesOf tables: [String]) async throws(CRMError) -> Schema {
        try await WebAPIChoiceReader(transport: transport).read(schema(), of: Set(tables))
    }
}

/// Reads the choices of picklists, states and statuses, which `EntityDefinitions` leaves out.
struct WebAPIChoiceReader: Sendable {
    let transport: ODataTransport

    /// Requests under way at a time.
    private static let atOnce = 8
    /// The kinds of columns with choices, and what metadata calls them.
    private static let kinds: [AttributeType] = [.multiSelectPicklist, .picklist, .state, .status]

    private typealias Choices = [String: [AttributeDefinition.Option]]
    private typealias Answer = Result<(table: String, choices: Choices), CRMError>

    func read(_ schema: Schema, of names: Set<String>) async throws(CRMError) -> Schema {
        var questions: [(table: String, kind: AttributeType)] = []
        for table in schema.entities
        where names.isEmpty ? !table.isIntersect : names.contains(table.logicalName) {
            for kind in Self.kinds where table.attributes.contains(where: { $0.type == kind }) {
                questions.append((table.logicalName, kind))
            }
        }
        let answers = await answers(to: questions)
        var found: [String: Choices] = [:]
        for answer in answers {
            let (table, choices) = try answer.get()
            found[table, default: [:]].merge(choices) { first, _ in first }
        }
        let entities = schema.entities.map { entity in
            var entity = entity
            for index in entity.attributes.indices {
                let name = entity.attributes[index].logicalName
                if let options = found[entity.logicalName]?[name] {
                    entity.attributes[index].options = options
                }
            }
            return entity
        }
        return Schema(entities, schema.relationships)
    }

    /// Ends with the first failure: the others would be no better.
    private func answers(
        to questions: [(table: String, kind: AttributeType)]
    ) async -> [Answer] {
        await withTaskGroup(of: Answer.self) { group in
            var rest = questions[...]
            for question in rest.prefix(Self.atOnce) {
                group.addTask { await ask(question.table, question.kind) }
            }
            rest = rest.dropFirst(Self.atOnce)
            var answers: [Answer] = []
            for await answer in group {
                answers.append(answer)
                if case .failure = answer {
                    group.cancelAll()
                    break
                }
                if let question = rest.popFirst() {
                    group.addTask { await ask(question.table, question.kind) }
                }
            }
            return answers
        }
    }

    private func ask(_ table: String, _ kind: AttributeType) async -> Answer {
        let options = "($select=Options)"
        let path =
            "EntityDefinitions(LogicalName='\(table)')/Attributes/\(WebAPICodec.namespace)."
            + "\(kind.rawValue)AttributeMetadata?$select=LogicalName"
            + "&$expand=OptionSet\(options),GlobalOptionSet\(options)"
        do throws(CRMError) {
            let answer = try await transport.send(WebAPICall("GET", path))
            var choices: Choices = [:]
            for column in try WebAPIAnswer.json(answer)["value"]?.elements ?? [] {
                guard let name = column["LogicalName"]?.string else { continue }
                let own = column["OptionSet"]?["Options"]?.elements ?? []
                // A set that several columns share is in another place.
                let shared = column["GlobalOptionSet"]?["Options"]?.elements ?? []
                choices[name] = (own.isEmpty ? shared : own)
                    .compactMap(AttributeDefinition.Option.init)
            }
            return .success((table, choices))
        } catch {
            return .failure(error)
        }
    }
}
