import PeriluneCore
import PeriluneJSON

/// Turns the body of a webhook into an event, in one pass over the parsed document.
///
/// Not `Sendable`: it keeps its memory for the next body.
final class WebhookReader {
    private let document = JSONDocument()
    private let builder = EventBuilder()
    private let names = PlainValueWriter.Names()

    /// An event, and what the intake needs to know of it.
    struct Reading {
        var event: Event
        /// The same for a repeated delivery, different for all others of the organization.
        var id: String
        /// Whether CRM waits for the decision.
        var isSynchronous: Bool
        /// Whether the event is certainly valid and has a time, so that it need not be parsed again.
        var isChecked: Bool
        /// The index of the event, so that it need not be parsed again for processing.
        var index: EventIndex?

        /// The offset of the record in the event.
        var place: Int

        /// The record that it is about.
        var record: GUID? { GUID(event.json.span.extracting(place..<place + 36)) }

        /// The attributes that changed.
        var changed: Set<String> {
            let names = (try? Value(json: event.json))?["data"]?["changed"]?.array ?? []
            return Set(names.compactMap(\.string))
        }
    }

    /// Reads a body.
    ///
    /// `wasTruncated` is what the header `x-ms-dynamics-msg-size-exceeded` says; a body that has no
    /// parameters tells it too.
    func read(
        _ body: [UInt8], organization: String, wasTruncated: Bool = false
    ) throws(PeriluneError) -> Reading {
        // Some proxies and test tools add a byte order mark.
        let hasMark = body.count >= 3 && body[0] == 0xEF && body[1] == 0xBB && body[2] == 0xBF
        let body = hasMark ? Array(body.dropFirst(3)) : body
        try document.read(body)
        let root = document.root
        guard document.kind(root) == .object else { throw .webhook("it is not an object") }
        let context = ContextMembers(root, in: document)
        let header = try ContextHeader(context, in: document)

        var writer = PlainValueWriter(document, builder, names)
        builder.beginEvent()
        builder.attribute(.specversion, json: #""1.0""#)
        builder.beginString(.id)
        let start = builder.count
        try header.writeIdentity(of: context, in: document, body: body, to: builder)
        let id = builder.text(from: start)
        builder.endString()
        let place = writer.writeEnvelope(header, organization)
        builder.attribute(.data)
        try writer.write(
            context: context, header, isTruncated: wasTruncated, whole: root)
        builder.endObject()
        let isChecked = header.time?.isUsual == true && document.fits(inside: 2)
        return Reading(
            event: Event(json: builder.bytes), id: id, isSynchronous: header.isSynchronous,
            isChecked: isChecked, index: isChecked ? builder.makeIndex() : nil, place: place)
    }
}

extension PlainValueWriter {
    /// Writes the attributes after `id`; returns the offset of the record.
    fileprivate func writeEnvelope(_ header: ContextHeader, _ organization: String) -> Int {
        builder.beginString(.source)
        builder.append("crm/")
        builder.append(escaped: organization.utf8Span.span)
        builder.endString()
        builder.beginString(.type)
        builder.append("crm.")
        appendEntity(header)
        builder.append(".")
        builder.append(lowercased: header.message, of: document)
        builder.endString()
        builder.beginString(.subject)
        appendEntity(header)
        builder.append("/")
        builder.append(lowercased: header.record, of: document)
        builder.endString()
        if let time = header.time {
            builder.attribute(.time)
            write(time)
        }
        builder.beginString(.partitionkey)
        let place = builder.count
        builder.append(lowercased: header.record, of: document)
        builder.endString()
        return place
    }

    private func appendEntity(_ header: ContextHeader) {
        if header.entity.isInside {
            builder.append(lowercased: header.entity, of: document)
        } else {
            builder.append("none")
        }
    }

    /// Writes the data of an event; a parent has the same form, except for the original context.
    fileprivate mutating func write(
        context: ContextMembers, _ header: ContextHeader, isTruncated: Bool, whole: JSONNode?
    ) throws(PeriluneError) {
        let input = context[.input]
        let hasInput = input.isInside && document.kind(input) == .array
        builder.beginObject()
        name(.id)
        builder.beginString()
        builder.append(lowercased: header.record, of: document)
        builder.endString()
        name(.entity)
        builder.beginString()
        appendEntity(header)
        builder.endString()
        name(.message)
        write(header.message)
        var target = try pair("Target", of: input)
        if !target.isInside { target = try pair("EntityMoniker", of: input) }
        try write(target: target, of: header)
        name(.pre)
        try write(images: context[.pre])
        name(.post)
        try write(images: context[.post])
        write(.user, context[.user])
        write(.organization, context[.organization])
        write(.correlation, context[.correlation])
        write(.operation, context[.operation])
        write(.depth, context[.depth])
        write(.stage, context[.stage])
        write(.mode, context[.mode])
        if isTruncated || !hasInput {
            name(.truncated)
            builder.scalar("true")
        }
        name(.input)
        try write(map: input, leavingOut: "Target")
        name(.output)
        try write(map: context[.output])
        name(.shared)
        try write(map: context[.shared])
        name(.parent)
        let parent = context[.parent]
        if parent.isInside, document.kind(parent) == .object {
            let members = ContextMembers(parent, in: document)
            try write(
                context: members, ContextHeader(members, in: document), isTruncated: false,
                whole: nil)
        } else {
            write(JSONNode.none)
        }
        if let whole {
            name(.context)
            builder.value(whole, of: document)
        }
        builder.endObject()
    }

    /// Writes `target` and `changed`.
    ///
    /// Without a target the map is empty, so that a script may test a member without asking first.
    private mutating func write(
        target: JSONNode, of header: ContextHeader
    ) throws(PeriluneError) {
        name(.target)
        let attributes =
            target.isInside ? document.entity(target).attributes : JSONNode.none
        guard attributes.isInside else {
            if target.isInside, document.kind(target) == .object {
                write(reference: target)
            } else {
                builder.beginObject()
                builder.endObject()
            }
            name(.changed)
            builder.beginList()
            return builder.endList()
        }
        try write(map: attributes)
        name(.changed)
        // The identity is among the attributes, but it was not changed.
        try write(namesOf: attributes, of: header)
    }

    /// The value of a parameter; ``JSONNode/none`` if it is missing.
    private func pair(_ name: StaticString, of pairs: JSONNode) throws(PeriluneError) -> JSONNode {
        guard pairs.isInside, document.kind(pairs) == .array else { return .none }
        var found = JSONNode.none
        var isFound = false
        var node = document.first(in: pairs)
        while node.isInside {
            let pair = document.pair(node)
            if pair.key.isInside, document.isText(pair.key, name) {
                guard !isFound else { throw .webhook("duplicate name \(name)") }
                isFound = true
                found = pair.value
            }
            node = document.next(in: pairs, after: node)
        }
        return found
    }
}
