import PeriluneCore
import PeriluneLinks

/// The step of a usual link, written from the bytes of the link.
///
/// A log has a step for every link that no delegate took, and nearly all links are usual: one event that the platform
/// knows, parameters that are spelled as in the catalogue and have their types, and no secrets except in parameters
/// whose names say so. Only what `Navigation` would write without any warning but that of an unknown parameter is
/// decided here; every other link is resolved.
package struct UsualStep {
    private let event: EventSpelling
    private let plusIsSpace: Bool
    private var parameters = InlineArray<16, Parameter>(repeating: Parameter())
    private var count = 0
    /// The parameters that are there, a bit for each.
    private var present: UInt64 = 0
    /// Those that have a value.
    private var filled: UInt64 = 0
    /// Which parameter says what the event acts on.
    private var target: Int?
    private var hasUnknown = false

    private struct Parameter {
        var name = LinkParts.ByteRange(0, 0)
        var value = LinkParts.ByteRange(0, 0)
        /// Its place among those that the event takes; -1 for an unknown one.
        var place: Int16 = -1
        var isSecret = false
    }

    /// `nil` for a link that has to be resolved.
    package init?(_ link: Span<UInt8>) {
        guard !Self.hidesMembers, case .asWritten(let parts) = LinkReading(link),
            let query = parts.query, parts.fragment == nil, !parts.lacksQuestionMark,
            let number = EventNumber(link, parts).value,
            let event = EventSpelling.of(number, on: parts.kind)
        else { return nil }
        self.event = event
        plusIsSpace = parts.plusIsSpace
        var cursor = QueryCursor(query.range)
        var hasEvent = false
        while let parameter = cursor.next(link) {
            guard let name = NameKey(link, parameter.name) else { return nil }
            if name == .evt {
                if hasEvent { return nil }
                hasEvent = true
            } else if !add(parameter, name, link) {
                return nil
            }
        }
        guard event.required.allSatisfy({ $0 & filled != 0 }) else { return nil }
        hasUnknown = hasUnknown && event.isClosed
    }

    /// Whether the user has made a name secret that every step has.
    private static var hidesMembers: Bool {
        Redaction.hasAddedNames
            && [
                "event", "number", "target", "parameters", "warnings", "code", "parameter",
                "message",
            ]
            .contains { Redaction.isSecret($0) }
    }

    private mutating func add(
        _ found: QueryCursor.Parameter, _ name: NameKey, _ link: Span<UInt8>
    ) -> Bool {
        guard count < parameters.count else { return false }
        var parameter = Parameter()
        parameter.name = LinkParts.ByteRange(found.name.lowerBound, found.name.upperBound)
        let value = found.value ?? found.name.upperBound..<found.name.upperBound
        parameter.value = LinkParts.ByteRange(value.lowerBound, value.upperBound)
        switch event.find(name) {
        case .other: return false
        case .unknown:
            for index in 0..<count where parameters[index].place < 0 {
                if NameKey(link, parameters[index].name.range) == name { return false }
            }
            parameter.isSecret = Redaction.isSecretParameter(link.extracting(found.name))
            guard parameter.isSecret || isPlain(link, value) else { return false }
            hasUnknown = true
        case .known(let place):
            let bit: UInt64 = 1 << UInt64(place)
            guard present & bit == 0 else { return false }
            present |= bit
            parameter.place = Int16(place)
            parameter.isSecret =
                event.parameters[place].isSecret
                || Redaction.hasAddedNames
                    && Redaction.isSecretParameter(link.extracting(found.name))
            // What is acted on is not masked, but looked at.
            if parameter.isSecret, event.parameters[place].isTarget { return false }
            guard isOfType(place, parameter.isSecret, link, value) else { return false }
            if !value.isEmpty {
                filled |= bit
                if event.parameters[place].isTarget, target == nil { target = count }
            }
        }
        parameters[count] = parameter
        count += 1
        return true
    }

    private func isOfType(
        _ place: Int, _ isSecret: Bool, _ link: Span<UInt8>, _ value: Range<Int>
    ) -> Bool {
        switch event.parameters[place].form {
        case .text: isSecret || isPlain(link, value)
        case .name: !value.isEmpty && (isSecret || isPlain(link, value))
        case .list: isSecret || isPlain(link, value)
        case .guid:
            value.count == 32 && value.allSatisfy { link[$0].hexadecimalValue != nil }
        case .integer: Self.integer(link, value) != nil
        case .flag:
            value.count == 1
                && (link[value.lowerBound] == UInt8(ascii: "0")
                    || link[value.lowerBound] == UInt8(ascii: "1"))
        case .choice:
            Self.integer(link, value).map { event.parameters[place].choices.contains($0) } ?? false
        case .valuePrompts: isSecret
        case .elementPrompts: isSecret && ElementPromptAnswers.isPlainlyCorrect(link, value)
        }
    }

    /// Whether a value has neither a placeholder nor anything that could be a secret, and can be decoded.
    private func isPlain(_ link: Span<UInt8>, _ value: Range<Int>) -> Bool {
        var isEncoded = false
        for index in value {
            switch link[index] {
            case UInt8(ascii: "{"): return false
            case UInt8(ascii: "%"), UInt8(ascii: "+"): isEncoded = true
            default: break
            }
        }
        guard isEncoded else { return !Redaction.mayHoldSecret(link.extracting(value)) }
        let text = PercentEscapes.decode(link, value, plusIsSpace: plusIsSpace)
        guard let text else { return false }
        return !text.utf8.contains(UInt8(ascii: "{")) && !Redaction.mayHoldSecret(text.utf8.span)
    }

    private static func integer(_ link: Span<UInt8>, _ value: Range<Int>) -> Int64? {
        guard (1...18).contains(value.count) else { return nil }
        var number: Int64 = 0
        for index in value {
            guard link[index].isASCIIDigit else { return nil }
            number = number * 10 + Int64(link[index] - 0x30)
        }
        return number
    }
}

extension UsualStep {
    /// Appends the members of the step to an object that is open.
    func write(_ link: Span<UInt8>, to writer: inout JSONWriter) {
        writer.raw(json: event.head)
        if let target {
            writer.name(plain: "target")
            write(parameters[target].value.range, of: link, to: &writer)
        }
        guard count > 0 else { return }
        writer.name(plain: "parameters")
        writer.beginObject()
        for index in 0..<count {
            let parameter = parameters[index]
            if parameter.place >= 0 {
                writer.name(json: event.parameters[Int(parameter.place)].name)
            } else {
                writer.name(link.extracting(parameter.name.range))
            }
            if parameter.isSecret {
                writer.write(Redaction.mask)
            } else {
                write(parameter, link, to: &writer)
            }
        }
        writer.endObject()
        if hasUnknown { writeWarnings(link, to: &writer) }
    }

    private func write(
        _ parameter: Parameter, _ link: Span<UInt8>, to writer: inout JSONWriter
    ) {
        let value = parameter.value.range
        guard parameter.place >= 0 else { return write(value, of: link, to: &writer) }
        switch event.parameters[Int(parameter.place)].form {
        case .list: writeList(value, of: link, to: &writer)
        case .integer, .choice: writer.write(integer: Self.integer(link, value) ?? 0)
        case .flag:
            writer.raw(plain: link[value.lowerBound] == UInt8(ascii: "1") ? "true" : "false")
        default: write(value, of: link, to: &writer)
        }
    }

    private func write(_ value: Range<Int>, of link: Span<UInt8>, to writer: inout JSONWriter) {
        for index in value
        where link[index] == UInt8(ascii: "%") || link[index] == UInt8(ascii: "+") {
            writer.write(link.decodedText(value, plusIsSpace: plusIsSpace))
            return
        }
        writer.write(link.extracting(value))
    }

    /// The texts between raw `|`, as `ParameterList` reads them.
    private func writeList(_ value: Range<Int>, of link: Span<UInt8>, to writer: inout JSONWriter) {
        writer.beginArray()
        var start = value.lowerBound
        for index in value where link[index] == UInt8(ascii: "|") {
            write(start..<index, of: link, to: &writer)
            start = index + 1
        }
        write(start..<value.upperBound, of: link, to: &writer)
        writer.endArray()
    }

    private func writeWarnings(_ link: Span<UInt8>, to writer: inout JSONWriter) {
        writer.name(plain: "warnings")
        writer.beginArray()
        for index in 0..<count where parameters[index].place < 0 {
            let name = link.extracting(parameters[index].name.range)
            writer.beginObject()
            writer.raw(plain: #""code":"link.parameter.unknown""#)
            writer.name(plain: "parameter")
            writer.write(name)
            writer.name(plain: "message")
            writer.write(name, then: " is not known for this event")
            writer.endObject()
        }
        writer.endArray()
    }
}
