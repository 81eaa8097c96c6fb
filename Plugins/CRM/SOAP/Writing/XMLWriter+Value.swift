import PeriluneCore
import PeriluneHTTP
import PeriluneXML

extension XMLWriter {
    /// An element with a value of any type, which it says in `i:type`.
    mutating func value(_ value: CRMValue, name: String = "value", prefix: String = "b") {
        begin(name, prefix: prefix)
        if let type = value.soapType {
            attribute("type", prefix: "i", type)
            content(value)
        } else {
            attribute("nil", prefix: "i", "true")
        }
        end()
    }

    /// Writes an element in the namespace `a`; `nil` is written as null, since elements have a fixed order.
    mutating func contractElement(_ name: String, _ text: String?) {
        begin(name, prefix: "a")
        if let text { self.text(text) } else { attribute("nil", prefix: "i", "true") }
        end()
    }

    mutating func contractElement(_ name: String, _ value: Bool) {
        contractElement(name, value ? "true" : "false")
    }

    mutating func contractElement(_ name: String, _ value: some BinaryInteger) {
        contractElement(name, String(value))
    }

    /// An element of the namespace `a` with others inside.
    mutating func contractElement(_ name: String, _ content: (inout XMLWriter) -> Void) {
        begin(name, prefix: "a")
        content(&self)
        end()
    }

    /// Writes a list with an element of the same name for each item.
    mutating func list<T>(
        _ name: String, prefix: String = "a", _ items: [T], _ content: (inout XMLWriter, T) -> Void
    ) {
        for item in items {
            begin(name, prefix: prefix)
            content(&self, item)
            end()
        }
    }

    private mutating func content(_ value: CRMValue) {
        switch value {
        case .null: break
        case .string(let text): self.text(text)
        case .int(let number): text(String(number))
        case .long(let number): text(String(number))
        case .double(let number): text(Self.schemaText(number))
        case .decimal(let number): text(number.description)
        case .bool(let flag): text(flag ? "true" : "false")
        case .date(let time): text(time.description)
        case .guid(let id): text(id.description)
        case .bytes(let bytes): text(Base64.encode(bytes))
        case .option(let option): contractElement("Value", option.value)
        case .money(let money): contractElement("Value", money.value.description)
        case .reference(let reference): self.reference(reference)
        case .entity(let entity): self.entity(entity)
        case .entities(let collection): self.collection(collection)
        case .aliased(let aliased): self.aliased(aliased)
        case .managed(let property): managed(property)
        case .columns(let columns): self.columns(columns)
        case .query(let query): self.query(query)
        case .relationship(let relationship): self.relationship(relationship)
        case .relatedQueries(let queries): relatedQueries(queries)
        case .validation(let result): validation(result)
        case .multipleSettings(let settings): multipleSettings(settings)
        case .options, .references, .referenceArray, .entityArray, .guids, .strings, .bools,
            .privileges, .requests, .responses, .multipleResponses:
            items(value)
        }
    }

    /// The values that are lists.
    private mutating func items(_ value: CRMValue) {
        switch value {
        case .options(let options):
            list("OptionSetValue", prefix: "j", options) { $0.contractElement("Value", $1.value) }
        case .references(let references), .referenceArray(let references):
            list("EntityReference", references) { $0.reference($1) }
        case .entityArray(let entities): list("Entity", entities) { $0.entity($1) }
        case .guids(let ids): list("guid", prefix: "f", ids) { $0.text($1.description) }
        case .strings(let texts): list("string", prefix: "f", texts) { $0.text($1) }
        case .bools(let flags):
            list("boolean", prefix: "f", flags) { $0.text($1 ? "true" : "false") }
        case .privileges(let privileges):
            list("RolePrivilege", prefix: "c", privileges) {
                $0.element("BusinessUnitId", prefix: "c", $1.businessUnitId.description)
                $0.element("Depth", prefix: "c", $1.depth.rawValue)
                $0.element("PrivilegeId", prefix: "c", $1.privilegeId.description)
            }
        case .requests(let requests):
            list("OrganizationRequest", prefix: "h", requests) { $0.request($1) }
        case .responses(let responses):
            list("OrganizationResponse", prefix: "g", responses) { $0.response($1) }
        case .multipleResponses(let items): multipleResponses(items)
        default: break
        }
    }

    /// NaN and infinities as XML Schema spells them.
    private static func schemaText(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-INF" : "INF" }
        return number.description
    }
}
