import PeriluneCore
import PeriluneLinks

/// An event of the catalogue on one platform, prepared to be written: its name, and its parameters by their bytes.
final class EventSpelling: Sendable {
    /// The members `event` and `number`; then the parameters as names of members, each with its colon.
    let text: [UInt8]
    /// The end of `event` and `number` in the text.
    let head: Int
    /// The length of the longest name of a parameter.
    let longestName: Int
    /// Whether other parameters than those it takes are worth a warning.
    let isClosed: Bool
    let parameters: [Parameter]
    /// Sets of parameters, one bit for each; one parameter of each set must have a value.
    let required: [UInt64]
    private let names: [Name]
    /// Places in the names by the hash of a name, -1 where there is none.
    ///
    /// Names with one hash are in their order.
    private let slots: InlineArray<128, Int8>

    /// A parameter that the event takes.
    struct Parameter: Sendable {
        /// The range of its name in the text.
        let name: LinkParts.ByteRange
        let form: Form
        /// The numbers that it may have, if those are known.
        let choices: [Int64]
        let isTarget: Bool
        let isSecret: Bool
    }

    /// The allowed form of its value.
    enum Form: Sendable {
        case text, name, guid, integer, choice, flag, list, elementPrompts, valuePrompts

        init(_ type: ParameterType) {
            switch type {
            case .text: self = .text
            case .name: self = .name
            case .guid: self = .guid
            case .integer: self = .integer
            case .choice: self = .choice
            // A normal link has only 0 and 1 for a parameter that is on unless its value is 0.
            case .flag, .onUnlessZero: self = .flag
            case .list: self = .list
            case .elementPrompts: self = .elementPrompts
            case .valuePrompts: self = .valuePrompts
            }
        }
    }

    private struct Name: Sendable {
        let key: NameKey
        /// The index; -1 for a misprint, and for the order of events, which is not a parameter of an event.
        let place: Int
    }

    enum Match {
        case known(Int)
        case unknown
        /// Perhaps another spelling of a known one.
        case other
    }

    /// The event of a number where a link of some kind can be opened.
    ///
    /// `nil` for events that are unknown there, and for the one whose target is the link itself.
    static func of(_ number: Int64, on kind: LinkParts.Kind) -> EventSpelling? {
        let platform =
            switch kind {
            case .mobile: 0
            case .pad: 1
            case .http, .https: 2
            case .ws, .wss, .ftp, .file, .other, .relative: 3
            }
        guard number > 0 else { return nil }
        var slot = slot(of: number)
        while true {
            let entry = all[slot]
            if entry.number == number { return entry.spellings[platform] }
            if entry.number == 0 { return nil }
            slot = (slot + 1) & 127
        }
    }

    private static func slot(of number: Int64) -> Int {
        Int((UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }

    /// An event by its number; 0 for an empty entry.
    private struct Entry: Sendable {
        var number: Int64 = 0
        var spellings = InlineArray<4, EventSpelling?>(repeating: nil)
    }

    private static let all: [Entry] = {
        let platforms: [Platforms] = [.mobile, .iOS, .web, .all]
        var all = Array(repeating: Entry(), count: 128)
        let numbers = Set(EventCatalogue.all.map(\.number)).subtracting([Navigation.launch])
        precondition(numbers.count < all.count, "more events than entries")
        for number in numbers {
            var slot = slot(of: number)
            while all[slot].number != 0 { slot = (slot + 1) & 127 }
            all[slot].number = number
            for (index, platforms) in platforms.enumerated() {
                all[slot].spellings[index] =
                    EventCatalogue.definition(of: number, on: platforms).flatMap {
                        EventSpelling($0, EventCatalogue.names(of: number, on: platforms))
                    }
            }
        }
        return all
    }()

    private init?(_ definition: EventDefinition, _ eventNames: [String]) {
        let all = definition.allParameters.definitions
        guard all.count <= 64 else { return nil }
        var writer = JSONWriter()
        writer.write("event", eventNames.joined(separator: " / "))
        writer.write("number", .integer(definition.number))
        var text = writer.bytes
        head = text.count
        isClosed = !definition.takesAnyParameter
        var names: [Name] = []
        parameters = all.map { parameter in
            var writer = JSONWriter()
            writer.name(parameter.name)
            text += writer.bytes
            var choices: [Int64] = []
            if case .choice(let all) = parameter.type { choices = all.map(\.value) }
            return Parameter(
                name: LinkParts.ByteRange(text.count - writer.bytes.count, text.count),
                form: Form(parameter.type), choices: choices, isTarget: parameter.isTarget,
                isSecret: Redaction.isSecretParameter(parameter.name))
        }
        self.text = text
        longestName = parameters.map(\.name.range.count).max() ?? 0
        for (place, parameter) in all.enumerated() {
            for spelling in [parameter.name] + parameter.aliases {
                guard let key = NameKey(spelling) else { return nil }
                if !names.contains(where: { $0.key == key }) {
                    names.append(Name(key: key, place: spelling == "evtorder" ? -1 : place))
                }
            }
        }
        for misprint in all.compactMap(\.misprint) {
            guard let key = NameKey(misprint) else { return nil }
            names.append(Name(key: key, place: -1))
        }
        guard names.count < 100 else { return nil }
        self.names = names
        var slots = InlineArray<128, Int8>(repeating: -1)
        for (place, name) in names.enumerated() {
            var slot = Int(name.key.hash >> 57)
            while slots[slot] >= 0 { slot = (slot + 1) & 127 }
            slots[slot] = Int8(place)
        }
        self.slots = slots
        required = definition.required.map { group in
            all.indices.reduce(0) { bits, place in
                group.contains(all[place].name) ? bits | 1 << UInt64(place) : bits
            }
        }
    }

    /// The parameter with a name in a link.
    func find(_ key: NameKey) -> Match {
        var slot = Int(key.hash >> 57)
        var match = Match.unknown
        while slots[slot] >= 0 {
            let name = names[Int(slots[slot])]
            if name.key.isSimilar(to: key) {
                if name.key == key, name.place >= 0 { return .known(name.place) }
                match = .other
            }
            slot = (slot + 1) & 127
        }
        return match
    }
}
