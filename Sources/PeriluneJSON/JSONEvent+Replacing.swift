internal import CPeriluneJSON
package import PeriluneCore

extension JSONEvent {
    /// A copy of the event with these members of `data` set; all other bytes stay as they are.
    package func replacing(data members: Value.Members) throws(PeriluneError) -> any EventContent {
        let document = documentAddress.assumingMemoryBound(to: cpj_document.self)
        var names = "data"
        let data = names.withUTF8 { Self.member($0, of: 0, document) }
        guard data != 0, cpj_kind(document, data) == UInt8(ascii: "{") else {
            throw PeriluneError("event.data", "the event's data is not an object")
        }
        var edits: [(range: Range<Int>, text: String)] = []
        var added = ""
        for member in members.pairs {
            var name = member.name
            let node = name.withUTF8 { Self.member($0, of: data, document) }
            if node != 0 {
                edits.append((Self.range(of: node, document), member.value.json))
            } else {
                added += "\(Value.string(member.name).json):\(member.value.json),"
            }
        }
        let start = Self.range(of: data, document).lowerBound + 1
        if !added.isEmpty {
            if cpj_length(document, data) == 0 { added.removeLast() }
            edits.append((start..<start, added))
        }
        let copy = JSONEvent()
        try copy.read(copy: Self.apply(edits, to: json), trusted: true)
        return copy
    }

    private static func apply(
        _ edits: [(range: Range<Int>, text: String)], to json: [UInt8]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            bytes += json[position..<edit.range.lowerBound]
            bytes += edit.text.utf8
            position = edit.range.upperBound
        }
        return bytes + json[position...]
    }

    private static func member(
        _ name: UnsafeBufferPointer<UInt8>, of object: UInt32,
        _ document: UnsafePointer<cpj_document>
    ) -> UInt32 {
        name.withMemoryRebound(to: CChar.self) {
            cpj_member(document, object, $0.baseAddress, $0.count)
        }
    }

    /// The range of a value in the bytes of the event.
    private static func range(
        of node: UInt32, _ document: UnsafePointer<cpj_document>
    ) -> Range<Int> {
        let raw = cpj_raw(document, node)
        let start = raw.bytes - document.pointee.bytes
        return start..<start + raw.length
    }
}
