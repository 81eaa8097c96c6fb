import CRMPlugin
import PeriluneCore

/// Columns that follow from others.
extension Session {
    /// Fills the computed columns of what is about to be written.
    func compute(_ row: inout Row, before: Row?, _ layout: Layout) throws(CRMFault) {
        if layout.attributes["fullname"] != nil, layout.attributes["firstname"] != nil {
            computeFullName(&row, before)
        }
        for prefix in ["address1_", "address2_"]
        where row.keys.contains(where: { $0.hasPrefix(prefix) }) {
            computeAddress(prefix, &row, before, layout)
        }
        try number(&row, before, layout.entity)
        switch layout.entity.logicalName {
        case "annotation", "activitymimeattachment": computeDocument(&row, layout)
        case "queueitem": try computeQueueItem(&row, before)
        case "productpricelevel":
            if case .reference(let product)? = row["productid"] {
                row["productidname"] = try name(of: "product", product.id).map { .string($0) }
            }
        case "serviceendpoint":
            if let secret = row["authvalue"] { row["isauthvalueset"] = .bool(secret != .null) }
        case let name where Lines.parents[name] != nil: Lines.compute(&row, before)
        default: break
        }
    }

    /// Updates values that depend on a written row.
    func afterWrite(
        _ row: Row, before: Row?, _ layout: Layout, _ id: GUID
    ) throws(CRMFault) {
        if let parent = Lines.parents[layout.entity.logicalName] {
            try sumUp(row[parent.attribute] ?? before?[parent.attribute], parent)
        } else if let parent = Lines.parents.values.first(where: {
            $0.entity == layout.entity.logicalName
        }), before == nil || Lines.inputs.contains(where: { row[$0] != nil }) {
            try sumUp(.reference(EntityReference(parent.entity, id)), parent)
        }
        if layout.entity.logicalName == "transactioncurrency" { currencies = [:] }
    }

    /// Updates values that depend on a deleted row.
    func afterDelete(_ before: Row, _ layout: Layout, _ id: GUID) throws(CRMFault) {
        if let parent = Lines.parents[layout.entity.logicalName] {
            try sumUp(before[parent.attribute], parent)
        }
    }

    private func computeFullName(_ row: inout Row, _ before: Row?) {
        let parts = ["firstname", "lastname"]
        guard parts.contains(where: { row[$0] != nil }) || before == nil else { return }
        let words = parts.compactMap { name -> String? in
            guard case .string(let word)? = row[name] ?? before?[name] else { return nil }
            return word
        }
        row["fullname"] = words.isEmpty ? .null : .string(words.joined(separator: " "))
    }

    private func computeAddress(
        _ prefix: String, _ row: inout Row, _ before: Row?, _ layout: Layout
    ) {
        guard layout.attributes[prefix + "composite"] != nil else { return }
        func text(_ name: String) -> String? {
            guard case .string(let text)? = row[prefix + name] ?? before?[prefix + name] else {
                return nil
            }
            return text
        }
        let town = [text("city"), text("stateorprovince"), text("postalcode")]
            .compactMap { $0 }.joined(separator: " ")
        let lines =
            [
                text("line1"), text("line2"), text("line3"), town.isEmpty ? nil : town,
                text("country"),
            ]
            .compactMap { $0 }
        row[prefix + "composite"] =
            lines.isEmpty ? .null : .string(lines.joined(separator: "\n"))
    }

    /// Columns with a number of their own, and what the number begins with.
    private static let series = [
        "quote": ("quotenumber", "QUO"), "salesorder": ("ordernumber", "ORD"),
        "invoice": ("invoicenumber", "INV"), "incident": ("ticketnumber", "CAS"),
        "contract": ("contractnumber", "CNR"), "campaign": ("codename", "CMP"),
    ]

    private func number(
        _ row: inout Row, _ before: Row?, _ entity: EntityDefinition
    ) throws(CRMFault) {
        guard before == nil, let (column, prefix) = Self.series[entity.logicalName],
            row[column] ?? .null == .null
        else { return }
        let digits = String(try nextNumber(entity.logicalName))
        let padded = String(repeating: "0", count: max(0, 5 - digits.utf8.count)) + digits
        row[column] = .string("\(prefix)-\(padded)-\(suffix(digits))")
        if entity.logicalName == "quote", row["revisionnumber"] == nil { row["revisionnumber"] = 0 }
    }

    /// Six letters and digits that look random and are always the same for the same number.
    private func suffix(_ digits: String) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        let hash = FNV1a(digits).value
        return String((0..<6).map { letters[Int(hash >> UInt64(20 + $0 * 5) & 31)] })
    }

    private func computeDocument(_ row: inout Row, _ layout: Layout) {
        let name = layout.entity.logicalName == "annotation" ? "documentbody" : "body"
        if case .string(let body)? = row[name] {
            // Base64: four characters for three bytes.
            let padding = body.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
            row["filesize"] = .int(Int32(clamping: body.utf8.count / 4 * 3 - padding))
            if layout.attributes["isdocument"] != nil { row["isdocument"] = true }
        }
        if case .reference(let object)? = row["objectid"] {
            row["objecttypecode"] = .string(object.logicalName)
        }
    }

    private func computeQueueItem(_ row: inout Row, _ before: Row?) throws(CRMFault) {
        if case .reference(let object)? = row["objectid"] {
            row["title"] = try name(of: object.logicalName, object.id).map { .string($0) }
            row["objecttypecode"] = schema.entity(object.logicalName).map {
                .option(OptionSetValue(Int32($0.objectTypeCode)))
            }
        }
        if let queue = row["queueid"], queue != before?["queueid"], row["enteredon"] == nil {
            row["enteredon"] = .date(now)
        }
        if let worker = row["workerid"], worker != before?["workerid"] {
            row["workeridmodifiedon"] = .date(now)
        }
    }
}
