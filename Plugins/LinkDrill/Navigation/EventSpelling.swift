import PeriluneCore
import PeriluneLinks

/// An event of the catalogue on one platform, prepared to be written: its name, and its parameters by their bytes.
final class EventSpelling: Sendable {
    /// The members `event` and `number`.
    let head: [UInt8]
    /// Whether other parameters than those it takes are worth a warning.
    let isClosed: Bool
    let parameters: [Parameter]
    /// Of each of these one parameter must have a value, a bit for each.
    let required: [UInt64]
    private let names: [Name]

    /// A parameter that the event takes.
    struct Parameter: Sendable {
        /// As the name of a member, with the colon.
        let name: [UInt8]
        let form: Form
        /// The numbers that it may have, if those are known.
        let choices: [Int64]
        let isTarget: Bool
        let isSecret: Bool
    }

    /// What its value must look like.
    enum Form: Sendable {
        case text, name, guid, integer, choice, flag, list, elementPrompts, valuePrompts

        init(_ type: ParameterType) {
            switch type {
            case .text: self = .text
            case .name: self = .name
            case .guid: self = .guid
            case .integer: self = .integer
            case .choice: self = .choice
            // Of the values that are on unless they are 0, a usual link has these two.
            case .flag, .onUnlessZero: self = .flag
            case .list: self = .list
            case .elementPrompts: self = .elementPrompts
            case .valuePrompts: self = .valuePrompts
            }
        }
    }

    private struct Name: Sendable {
        let key: NameKey
        /// -1 for a misprint, and for the order of events, which is no parameter of one.
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
        return all[number].flatMap { $0[platform] }
    }

    private static let all: [Int64: [EventSpelling?]] = {
        let platforms: [Platforms] = [.mobile, .iOS, .web, .all]
        var all: [Int64: [EventSpelling?]] = [:]
        for number in Set(EventCatalogue.all.map(\.number)) where number != Navigation.launch {
            all[number] = platforms.map { platforms in
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
        head = writer.bytes
        isClosed = !definition.takesAnyParameter
        var names: [Name] = []
        parameters = all.map { parameter in
            var writer = JSONWriter()
            writer.name(parameter.name)
            var choices: [Int64] = []
            if case .choice(let all) = parameter.type { choices = all.map(\.value) }
            return Parameter(
                name: writer.bytes, form: Form(parameter.type), choices: choices,
                isTarget: parameter.isTarget,
                isSecret: Redaction.isSecretParameter(parameter.name))
        }
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
        self.names = names
        required = definition.required.map { group in
            all.indices.reduce(0) { bits, place in
                group.contains(all[place].name) ? bits | 1 << UInt64(place) : bits
            }
        }
    }

    /// The parameter that a name in a link stands for.
    func find(_ key: NameKey) -> Match {
        for index in names.indices where names[index].key.isSimilar(to: key) {
            for name in names[index...] where name.key == key && name.place >= 0 {
                return .known(name.place)
            }
            return .other
        }
        return .unknown
    }
}

/// A short name of letters, digits and underscores, in four words, which are compared without a look at memory.
struct NameKey: Equatable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var count = 0

    static let evt = NameKey("evt")

    /// `nil` for any other name.
    init?(_ text: String) {
        let bytes = text.utf8.span
        self.init(bytes, 0..<bytes.count)
    }

    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard (1...32).contains(range.count) else { return nil }
        count = range.count
        for index in range {
            let byte = bytes[index]
            guard byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
            else {
                return nil
            }
            if (index - range.lowerBound) & 7 == 0 {
                words = (0, words.0, words.1, words.2)
            }
            words.0 = words.0 << 8 | UInt64(byte)
        }
    }

    /// Whether the names are the same but for upper and lower case.
    func isSimilar(to other: NameKey) -> Bool {
        let letters: UInt64 = 0x2020_2020_2020_2020
        return words.0 | letters == other.words.0 | letters
            && words.1 | letters == other.words.1 | letters
            && words.2 | letters == other.words.2 | letters
            && words.3 | letters == other.words.3 | letters && count == other.count
    }

    static func == (left: NameKey, right: NameKey) -> Bool {
        left.words == right.words && left.count == right.count
    }
}
