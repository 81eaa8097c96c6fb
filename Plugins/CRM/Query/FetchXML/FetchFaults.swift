import PeriluneCore
import PeriluneXML

/// What every part of the reader says when something is wrong: where, what, and what to write.
extension FetchReader {
    static func fault(
        _ code: ErrorCode, _ element: XMLElement, _ problem: String, _ hint: String
    ) -> CRMFault {
        CRMFault(code, "\(place(element))\(problem); \(hint)")
    }

    static func place(_ element: XMLElement) -> String {
        "line \(element.line), column \(element.column): "
    }

    static func place(_ place: PeriluneError.Place) -> String {
        guard let line = place.line else { return "" }
        return "line \(line), column \(place.column ?? 1): "
    }

    static func misplaced(
        _ child: XMLElement, in parent: XMLElement, _ allowed: [String]
    ) -> CRMFault {
        fault(
            .queryInvalidNode, child, "Invalid Child Node <\(child.name)> of <\(parent.name)>",
            "valid nodes are \(allowed.joined(separator: ", "))")
    }

    static func list<T: RawRepresentable>(_ values: [T]) -> String where T.RawValue == String {
        values.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    }

    static func check(_ element: XMLElement, _ known: Set<String>) throws(CRMFault) {
        for attribute in element.attributes
        where attribute.namespace.isEmpty && !known.contains(attribute.name) {
            throw fault(
                .queryInvalidNode, element,
                "<\(element.name)> has no attribute \"\(attribute.name)\"",
                "the attributes are \(known.sorted().joined(separator: ", "))")
        }
    }

    static func required(_ element: XMLElement, _ name: String) throws(CRMFault) -> String {
        guard let value = element.attribute(name), !value.isEmpty else {
            throw fault(
                .queryMissingAttribute, element,
                "Missing attribute \"\(name)\" of <\(element.name)>", "add \(name)=\"…\"")
        }
        return value
    }

    static func flag(
        _ element: XMLElement, _ name: String, default missing: Bool = false
    ) throws(CRMFault) -> Bool {
        switch element.attribute(name)?.lowercased() {
        case nil, "": return missing
        case "true", "1": return true
        case "false", "0": return false
        case let text?:
            throw fault(
                .invalidArgument, element, "\(name)=\"\(text)\" must be true or false",
                "write \"true\" or \"false\"")
        }
    }

    static func number(_ element: XMLElement, _ name: String) throws(CRMFault) -> Int? {
        guard let text = element.attribute(name), !text.isEmpty else { return nil }
        guard let value = Int(text), value >= 0 else {
            throw fault(
                .invalidArgument, element, "\(name)=\"\(text)\" is not a number",
                "write an integer of at least 0")
        }
        return value
    }
}
