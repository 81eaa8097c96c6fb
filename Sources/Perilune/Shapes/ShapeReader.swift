package import LuaSyntax
package import PeriluneCore
internal import PeriluneJSON

/// Learns the structure of events from recorded logs.
///
/// The result is bounded by the limits of the shape, however long the log is.
package final class ShapeReader {
    /// The structure that was learnt.
    package let shape: LogShape
    /// The number of lines that are not events.
    package private(set) var skipped = 0
    private let limits: ShapeLimits
    private let document = JSONDocument()
    private let codec: (any Codec)?
    /// Counts the delegates that are interested in the events, if requested.
    package var interests: InterestCounter?
    private let event = JSONEvent()

    /// Creates a reader; `codec` decodes logs that are not CloudEvents.
    package init(limits: ShapeLimits = ShapeLimits(), codec: (any Codec)? = nil) {
        self.limits = limits
        self.codec = codec
        shape = LogShape(limits: limits)
    }

    /// Reads a log, plain or compressed; at most `limit` lines of it.
    package func read(log path: String, limit: Int = .max) throws(PeriluneError) {
        var left = limit
        guard left > 0 else { return }
        try LogReader(path, codec: codec).forEach { entry, _ in
            switch entry {
            case .event(let json): add(event: json)
            case .nothing: return true
            case .refused, .oversized: skipped += 1
            }
            left -= 1
            return left > 0
        }
    }

    /// Adds an event; anything that is not an event is counted in ``skipped``.
    package func add(event json: [UInt8]) {
        do throws(PeriluneError) {
            try document.read(json)
        } catch {
            skipped += 1
            return
        }
        guard document.kind(document.root) == .object,
            let type = document.member("type", of: document.root).flatMap(document.string)
        else {
            skipped += 1
            return
        }
        guard let node = shape.event(of: type) else {
            noteInterests(in: json)
            return
        }
        add(document.root, in: node, depth: 0)
        for part in noteInterests(in: json) where (try? document.read(part.json)) != nil {
            add(document.root, in: node, depth: 0)
        }
    }

    /// Counts the delegates that are interested in an event; returns its parts, if it has several.
    @discardableResult
    private func noteInterests(in json: [UInt8]) -> [any EventContent] {
        guard interests != nil, (try? event.read(copy: json)) != nil else { return [] }
        return interests?.countMatches(of: event) ?? []
    }

    private func add(_ value: JSONNode, in node: ShapeNode, depth: Int) {
        switch document.kind(value) {
        case .null: node.add(.null, nil, limits)
        case .bool:
            var text: [UInt8] = []
            document.append(value, to: &text)
            node.add(.bool, .bool(text.first == UInt8(ascii: "t")), limits)
        case .number:
            if let integer = document.integer(value) {
                node.add(.integer, .integer(integer), limits)
            } else {
                var text: [UInt8] = []
                document.append(value, to: &text)
                let number = Double(String(decoding: text, as: UTF8.self))
                node.add(.number, number.map { .number($0) }, limits)
            }
        case .string: noteText(value, in: node)
        case .object: noteObject(value, in: node, depth: depth)
        case .array: noteArray(value, in: node, depth: depth)
        }
    }

    private func noteText(_ value: JSONNode, in node: ShapeNode) {
        // If there are many values already, this one adds nothing.
        if node.hasMoreValues || document.range(of: value).count > limits.text + 2 {
            return node.noteLongText()
        }
        node.add(.string, document.string(value).map { .string($0) }, limits)
    }

    private func noteObject(_ value: JSONNode, in node: ShapeNode, depth: Int) {
        node.noteContainer(.object)
        guard depth < limits.depth else { return node.leaveOpen() }
        forEach(in: value) { name, member in
            guard let name = name.flatMap(document.string) else { return }
            if let next = node.member(name, &shape.budget) {
                add(member, in: next, depth: depth + 1)
            }
        }
    }

    private func noteArray(_ value: JSONNode, in node: ShapeNode, depth: Int) {
        node.noteContainer(.array)
        guard depth < limits.depth else { return node.leaveOpen() }
        var left = limits.elements
        forEach(in: value) { _, element in
            guard left > 0 else { return node.leaveOpen() }
            left -= 1
            if let next = node.element(&shape.budget) { add(element, in: next, depth: depth + 1) }
        }
    }

    private func forEach(in container: JSONNode, _ body: (JSONNode?, JSONNode) -> Void) {
        // The body does not throw.
        try? document.forEach(in: container) { name, value in body(name, value) }
    }
}
