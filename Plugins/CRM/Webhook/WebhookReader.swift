import PeriluneCore
import PeriluneJSON

/// Turns the body of a webhook into an event, in one pass over the parsed document.
///
/// Not `Sendable`: it keeps its memory for the next body.
final class WebhookReader {
    private let document = JSONDocument()

    /// An event, and what the intake needs to know of it.
    struct Reading {
        var event: Event
        /// The same for a repeated delivery, different for all others of the organization.
        var id: String
        /// Whether CRM waits for the decision.
        var isSynchronous: Bool
        /// The record that it is about.
        var record: GUID?
        /// Whether the event certainly is valid, with a time, so that nobody needs to parse it again before it is
        /// decided.
        var isChecked: Bool

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
        let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        try document.read(body)
        let context = document.root
        guard document.kind(context) == .object else { throw .webhook("it is not an object") }
        let header = try ContextHeader(context, in: document)
        let id = try header.identity(of: context, in: document, body: body)

        var writer = PlainValueWriter(document)
        writer.bytes.reserveCapacity(2 * body.count + 1024)
        writer.write(#"{"specversion":"1.0","id":""#)
        writer.bytes += id
        writer.write(#"","source":"crm/"#)
        writer.bytes += organization.utf8
        writer.write(#"","type":"crm."#)
        writer.bytes += header.entity
        writer.write(".")
        writer.bytes += header.message
        writer.write(#"","subject":""#)
        writer.bytes += header.entity
        writer.write("/")
        writer.bytes += header.record
        if let time = header.time {
            writer.write(#"","time":""#)
            time.write(to: &writer.bytes)
        }
        writer.write(#"","partitionkey":""#)
        writer.bytes += header.record
        writer.write(#"","data":"#)
        try writer.write(context: context, header, isTruncated: wasTruncated, isOuter: true)
        writer.write("}")
        return Reading(
            event: Event(json: writer.bytes), id: String(decoding: id, as: UTF8.self),
            isSynchronous: header.isSynchronous,
            record: GUID(header.record.span),
            isChecked: header.time?.isUsual == true && document.fits(inside: 2))
    }
}

extension PlainValueWriter {
    /// Writes the data of an event; a parent has the same shape, but for the context as it came.
    fileprivate mutating func write(
        context: JSONNode, _ header: ContextHeader, isTruncated: Bool, isOuter: Bool
    ) throws(PeriluneError) {
        let input = document.member("InputParameters", of: context)
        let hasInput = input.map { document.kind($0) == .array } ?? false
        write(#"{"id":""#)
        bytes += header.record
        write(#"","entity":""#)
        bytes += header.entity
        write(#"","message":"#)
        write(member: "MessageName", of: context)
        var target = try pair("Target", of: input)
        if target == nil { target = try pair("EntityMoniker", of: input) }
        try write(target: target, of: header)
        write(#","pre":"#)
        try write(images: document.member("PreEntityImages", of: context))
        write(#","post":"#)
        try write(images: document.member("PostEntityImages", of: context))
        for (name, member) in Self.plainMembers {
            write(name)
            write(member: member, of: context)
        }
        if isTruncated || !hasInput { write(#","truncated":true"#) }
        write(#","input":"#)
        try write(map: input, leavingOut: "Target")
        write(#","output":"#)
        try write(map: document.member("OutputParameters", of: context))
        write(#","shared":"#)
        try write(map: document.member("SharedVariables", of: context))
        write(#","parent":"#)
        if let parent = document.member("ParentContext", of: context),
            document.kind(parent) == .object
        {
            try write(
                context: parent, ContextHeader(parent, in: document), isTruncated: false,
                isOuter: false)
        } else {
            write("null")
        }
        if isOuter {
            write(#","context":"#)
            document.append(context, to: &bytes)
        }
        write("}")
    }

    private static var plainMembers: [(StaticString, String)] {
        [
            (#","user":"#, "UserId"), (#","organization":"#, "OrganizationName"),
            (#","correlation":"#, "CorrelationId"), (#","operation":"#, "OperationId"),
            (#","depth":"#, "Depth"), (#","stage":"#, "Stage"), (#","mode":"#, "Mode"),
        ]
    }

    /// Writes `target` and `changed`.
    ///
    /// Without a target the map is empty, so that a script may test a member without asking first.
    private mutating func write(
        target: JSONNode?, of header: ContextHeader
    ) throws(PeriluneError) {
        write(#","target":"#)
        guard let target, let attributes = document.member("Attributes", of: target) else {
            if let target, document.kind(target) == .object {
                write(reference: target)
            } else {
                write("{}")
            }
            write(#","changed":[]"#)
            return
        }
        try write(map: attributes)
        write(#","changed":"#)
        // The identity is among the attributes, but it was not changed.
        let document = document
        try write(namesOf: attributes) { value in
            document.reading(value) { text in
                guard text.count == header.record.count else { return true }
                for index in text.indices where text[index] | 0x20 != header.record[index] | 0x20 {
                    return true
                }
                return false
            } ?? true
        }
    }

    /// The value of a parameter.
    private func pair(_ name: String, of pairs: JSONNode?) throws(PeriluneError) -> JSONNode? {
        guard let pairs, document.kind(pairs) == .array else { return nil }
        var found: JSONNode?
        try document.forEach(in: pairs) { (_, pair) throws(PeriluneError) in
            guard let key = document.member("key", of: pair), document.string(key) == name
            else { return }
            guard found == nil else { throw .webhook("duplicate name \(name)") }
            found = document.member("value", of: pair)
        }
        return found
    }
}
