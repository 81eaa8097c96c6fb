import PeriluneCore
import PeriluneLinks

/// The step of a usual link, written from the bytes of the link.
///
/// A log has a step for every link that no delegate took, and nearly all links are usual: one event that the platform
/// knows, parameters that are spelled as in the catalogue and have their types, and no secrets except in parameters
/// whose names say so. Only what `Navigation` would write without any warning but that of an unknown parameter is
/// decided here; every other link is resolved.
@safe struct FastLinkStep {
    let event: EventSpelling
    let plusIsSpace: Bool
    /// Memory of the caller, so that a step is small and cheap to copy.
    private let memory: UnsafeMutableBufferPointer<Parameter>
    private(set) var count = 0
    /// The parameters that are there, a bit for each.
    private var present: UInt64 = 0
    /// The parameters with a value, one bit for each.
    private var filled: UInt64 = 0
    /// The parameter with the target of the event.
    private(set) var target: Int?
    private(set) var hasUnknown = false

    struct Parameter {
        var name = LinkParts.ByteRange(0, 0)
        var value = LinkParts.ByteRange(0, 0)
        /// Its index among the parameters of the event; -1 for an unknown one.
        var place: Int16 = -1
        /// The form of its type; `text` for an unknown parameter.
        var form = EventSpelling.Form.text
        var isSecret = false
        /// Whether its value is written unchanged.
        var isPlain = false
    }

    /// A link with more is resolved.
    private static let mostParameters = 16

    /// Appends the members of the step to an object that is open; false for a link that has to be resolved.
    static func write(_ link: Span<UInt8>, to writer: inout JSONWriter) -> Bool {
        unsafe link.withUnsafeBufferPointer { link in
            unsafe withUnsafeTemporaryAllocation(of: Parameter.self, capacity: mostParameters) {
                guard let step = unsafe FastLinkStep(link.span, $0) else { return false }
                unsafe step.write(link, to: &writer)
                return true
            }
        }
    }

    /// `nil` for a link that has to be resolved.
    private init?(_ link: Span<UInt8>, _ memory: UnsafeMutableBufferPointer<Parameter>) {
        guard !Self.hidesMembers, case .asWritten(let parts) = LinkReading(link),
            let query = parts.query, parts.fragment == nil, !parts.lacksQuestionMark,
            let number = EventNumber(link, parts).value,
            let event = EventSpelling.of(number, on: parts.kind)
        else { return nil }
        unsafe self.memory = memory
        self.event = event
        plusIsSpace = parts.plusIsSpace
        guard readParameters(link, query.range),
            event.required.allSatisfy({ $0 & filled != 0 })
        else { return nil }
        hasUnknown = hasUnknown && event.isClosed
    }

    /// Reads parameters as `QueryCursor` does; false if the link is not usual.
    private mutating func readParameters(_ link: Span<UInt8>, _ query: Range<Int>) -> Bool {
        let end = query.upperBound
        var index = query.lowerBound
        var hasEvent = false
        while index < end {
            if unsafe link[unchecked: index] == UInt8(ascii: "&") {
                index += 1
                continue
            }
            let stop = link.place(of: UInt8(ascii: "&"), from: index, before: end)
            // The placeholder `{&Document}` is not a normal value, because its `&` does not end it.
            if stop < end, unsafe link[unchecked: stop - 1] == UInt8(ascii: "{") { return false }
            var equals = index
            while equals < stop, unsafe link[unchecked: equals] != UInt8(ascii: "=") { equals += 1 }
            let name = index..<equals
            guard let key = NameKey(link, name) else { return false }
            if key.isEvent {
                if hasEvent { return false }
                hasEvent = true
            } else if !add(name, key, min(equals + 1, stop)..<stop, link) {
                return false
            }
            index = stop
        }
        return true
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
        _ name: Range<Int>, _ key: NameKey, _ value: Range<Int>, _ link: Span<UInt8>
    ) -> Bool {
        guard count < Self.mostParameters else { return false }
        var parameter = Parameter()
        parameter.name = LinkParts.ByteRange(name.lowerBound, name.upperBound)
        parameter.value = LinkParts.ByteRange(value.lowerBound, value.upperBound)
        switch event.find(key) {
        case .other: return false
        case .unknown:
            guard isName(link, name) else { return false }
            for index in 0..<count where self.parameter(index).place < 0 {
                if NameKey(link, self.parameter(index).name.range) == key { return false }
            }
            parameter.isSecret = Redaction.isSecretParameter(link.extracting(name))
            if !parameter.isSecret {
                guard let text = usualText(link, value) else { return false }
                parameter.isPlain = text == .plain
            }
            hasUnknown = true
        case .known(let place):
            let bit: UInt64 = 1 << UInt64(place)
            guard present & bit == 0 else { return false }
            present |= bit
            parameter.place = Int16(place)
            let isTarget = event.parameters[place].isTarget
            parameter.isSecret =
                event.parameters[place].isSecret
                || Redaction.hasAddedNames && Redaction.isSecretParameter(link.extracting(name))
            // The target is read, not masked.
            if parameter.isSecret, isTarget { return false }
            guard isOfType(place, &parameter, link, value) else { return false }
            if !value.isEmpty {
                filled |= bit
                if isTarget, target == nil { target = count }
            }
        }
        unsafe memory.initializeElement(at: count, to: parameter)
        count += 1
        return true
    }

    /// One of the parameters that were read.
    @inline(__always)
    func parameter(_ index: Int) -> Parameter {
        precondition(index < count, "no such parameter")
        return unsafe memory[index]
    }

    /// Whether a name of a parameter is of letters, digits and underscores.
    private func isName(_ link: Span<UInt8>, _ name: Range<Int>) -> Bool {
        for index in name {
            let byte = unsafe link[unchecked: index]
            guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
            else { return false }
        }
        return true
    }

    private func isOfType(
        _ place: Int, _ parameter: inout Parameter, _ link: Span<UInt8>, _ value: Range<Int>
    ) -> Bool {
        parameter.form = event.parameters[place].form
        switch parameter.form {
        case .text, .name, .list:
            if parameter.form == .name, value.isEmpty { return false }
            if parameter.isSecret { return true }
            guard let text = usualText(link, value) else { return false }
            parameter.isPlain = text == .plain
            return true
        case .guid:
            parameter.isPlain = true
            return value.count == 32 && link.isHexadecimal(value)
        case .integer: return Self.integer(link, value) != nil
        case .flag:
            return value.count == 1
                && (link[value.lowerBound] == UInt8(ascii: "0")
                    || link[value.lowerBound] == UInt8(ascii: "1"))
        case .choice:
            return Self.integer(link, value).map { event.parameters[place].choices.contains($0) }
                ?? false
        case .valuePrompts: return parameter.isSecret
        case .elementPrompts:
            return parameter.isSecret && ElementPromptAnswers.isPlainlyCorrect(link, value)
        }
    }

    private enum UsualText {
        /// The value is written unchanged.
        case plain
        /// The value is decoded, or some of it is escaped.
        case other
    }

    /// How a value is written; `nil` if it has a placeholder or anything that could be a secret, or cannot be decoded.
    private func usualText(_ link: Span<UInt8>, _ value: Range<Int>) -> UsualText? {
        let bytes = link.extracting(value)
        if Redaction.isPlain(bytes) { return .plain }
        var isEncoded = false
        var isASCII = true
        for index in value {
            switch unsafe link[unchecked: index] {
            case UInt8(ascii: "{"): return nil
            case UInt8(ascii: "%"), UInt8(ascii: "+"): isEncoded = true
            case 0x80...: isASCII = false
            default: break
            }
        }
        guard isEncoded else { return Redaction.mayHoldSecret(bytes) ? nil : .other }
        if isASCII, let isUsual = isUsualOnceDecoded(link, value) { return isUsual ? .other : nil }
        let text = PercentEscapes.decode(link, value, plusIsSpace: plusIsSpace)
        guard let text else { return nil }
        let isUsual =
            !text.utf8.contains(UInt8(ascii: "{")) && !Redaction.mayHoldSecret(text.utf8.span)
        return isUsual ? .other : nil
    }

    /// Decodes a short value of ASCII without memory of its own; `nil` for another one.
    private func isUsualOnceDecoded(_ link: Span<UInt8>, _ value: Range<Int>) -> Bool? {
        var decoded = InlineArray<64, UInt8>(repeating: 0)
        var length = 0
        var index = value.lowerBound
        while index < value.upperBound {
            let byte = link.decodedByte(
                at: &index, before: value.upperBound, plusIsSpace: plusIsSpace)
            if byte >= 0x80 || length == decoded.count { return nil }
            if byte == UInt8(ascii: "{") { return false }
            decoded[length] = byte
            length += 1
        }
        return !Redaction.mayHoldSecret(decoded.span.extracting(first: length))
    }

    static func integer(_ link: Span<UInt8>, _ value: Range<Int>) -> Int64? {
        guard (1...18).contains(value.count) else { return nil }
        var number: Int64 = 0
        for index in value {
            guard link[index].isASCIIDigit else { return nil }
            number = number * 10 + Int64(link[index] - 0x30)
        }
        return number
    }
}
