package import PeriluneCore

extension PropertyList {
    /// The property list as an XML document without a document type, one element per line.
    ///
    /// - Throws: `xml.character` for a text that XML cannot represent.
    package func document() throws(PeriluneError) -> [UInt8] {
        var writer = XMLWriter(indented: true)
        writer.declaration()
        writer.begin("plist")
        writer.attribute("version", "1.0")
        write(to: &writer)
        writer.end()
        return try writer.finish()
    }

    private func write(to writer: inout XMLWriter) {
        switch content {
        case .string(let text): writer.element(kind, text)
        case .integer(let number): writer.element(kind, "\(number)")
        case .real(let number): writer.element(kind, "\(number)")
        case .boolean: writer.element(kind)
        case .date(let time): writer.element(kind, time.description)
        case .array(let values):
            writer.begin(kind)
            for value in values { value.write(to: &writer) }
            writer.end()
        case .dictionary(let members):
            writer.begin(kind)
            for member in members {
                writer.element("key", member.key)
                member.value.write(to: &writer)
            }
            writer.end()
        }
    }
}
