/// The faults of CRM for unknown names, with the name that was probably meant.
extension CRMFault {
    /// The table does not exist.
    package static func noEntity(_ name: String, in schema: Schema) -> CRMFault {
        let known = schema.entities.lazy.map(\.logicalName)
        return CRMFault(
            .queryNoEntity,
            "The entity with a name = '\(name)' with namemapping = 'Logical' was not found in the "
                + "MetadataCache.\(NearNames.question(name, among: known))")
    }

    /// The table does not have the column.
    package static func noAttribute(_ name: String, in entity: EntityDefinition) -> CRMFault {
        let names = entity.attributes.lazy.map(\.logicalName)
        let lower = name.lowercased()
        let text =
            "'\(entity.schemaName)' entity doesn't contain attribute with Name = '\(name)' and "
            + "NameMapping = 'Logical'"
        if lower != name, names.contains(lower) {
            return CRMFault(
                .queryNoAttribute, "\(text). Names are case sensitive: write '\(lower)'")
        }
        let question = NearNames.question(name, among: names)
        return CRMFault(.queryNoAttribute, question.isEmpty ? text : "\(text).\(question)")
    }

    /// No handler exists for a message with this name.
    package static func noMessage(
        _ name: String, among known: some Sequence<String>
    ) -> CRMFault {
        CRMFault(
            .sdkMessageNotImplemented,
            "The '\(name)' request is not implemented.\(NearNames.question(name, among: known))")
    }
}

extension EntityDefinition {
    /// The column that was probably meant by an unknown name, for the hint of an error.
    func hint(for name: String) -> String? {
        NearNames.nearest(to: name, among: attributes.lazy.map(\.logicalName))
            .map { "did you mean \($0)?" }
    }
}
