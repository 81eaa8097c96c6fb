/// Parses the words after a command's name: options and operands in any order.
struct CommandParser {
    let command: Command
    var rest: ArraySlice<String>
    let program: String
    /// The other commands of the group.
    let siblings: [Command]
    private var values: Values
    private var wantsHelp = false

    init(
        command: Command, rest: ArraySlice<String>, program: String, siblings: [Command] = []
    ) {
        self.siblings = siblings
        self.command = command
        self.rest = rest
        self.program = program
        values = Values(of: command)
    }

    mutating func parse(
        prefix: String = "", _ environment: (String) -> String? = { _ in nil }
    ) throws(UsageError) -> Invocation {
        while let word = rest.popFirst() {
            if word == "--" {
                values.operands += rest
                break
            }
            if word.utf8.starts(with: "--".utf8) {
                try readLong(word)
            } else if word.utf8.starts(with: "-".utf8), word != "-" {
                try readLetters(word)
            } else {
                values.operands.append(word)
            }
            // A request for help takes precedence over mistakes in other words.
            if wantsHelp { return .help(.command(command)) }
        }
        takeOperandsOfOptions()
        try checkOperands()
        for option in command.options where values.settings[option.name] == nil {
            let variable = option.environmentVariable(of: prefix)
            guard let text = environment(variable), !text.isEmpty else { continue }
            values.settings[option.name] = [try setting(of: option, text, variable)]
            values.variables[option.name] = variable
        }
        return .run(command, values)
    }

    /// Parses `--name`, `--no-name`, `--name=value` or `--name value`.
    private mutating func readLong(_ word: String) throws(UsageError) {
        let body = word.utf8.dropFirst(2)
        let equals = body.firstIndex(of: UInt8(ascii: "="))
        let name = String(body[..<(equals ?? body.endIndex)]) ?? ""
        let attached = equals.map { String(body[body.index(after: $0)...]) ?? "" }

        let option = command.option(named: name)
        let negated = option == nil && name.hasPrefix("no-")
        guard
            let option = negated ? command.option(named: String(name.dropFirst(3))) : option,
            !negated || option.isNegatable
        else {
            let owners = siblings.filter { $0.option(named: name) != nil }.map { "'\($0.name)'" }
            guard owners.isEmpty else {
                throw error(
                    .unknownOption, "unknown option '--\(name)'; it is an option of \(list(owners))"
                )
            }
            throw error(.unknownOption, "unknown option '--\(name)'", suggest: "--\(name)")
        }
        guard option.variable == nil else {
            return try set(option, spelled: "--\(name)", to: attached)
        }
        if let attached {
            throw error(
                .unexpectedValue, "option '--\(name)' takes no value, got '\(attached)'")
        }
        turn(option, on: !negated)
    }

    /// Parses `-x`, `-abx`, `-xvalue` or `-x value`.
    private mutating func readLetters(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        // `-json` could be read as letters, but the user probably meant the long name.
        if letters.count > 1, command.option(named: String(letters)) != nil {
            throw error(.unknownOption, "unknown option '\(word)'", suggest: "-\(word)")
        }
        while let letter = letters.popFirst() {
            guard let option = command.option(lettered: letter) else {
                throw error(.unknownOption, "unknown option '-\(letter)'", suggest: "-\(word)")
            }
            guard option.variable == nil else {
                let attached = letters.first == "=" ? letters.dropFirst() : letters
                let value = letters.isEmpty ? nil : String(attached)
                return try set(option, spelled: "-\(letter)", to: value)
            }
            turn(option, on: true)
        }
    }

    private mutating func turn(_ option: Option, on isOn: Bool) {
        if option.name == Option.help.name {
            wantsHelp = true
        } else {
            values.settings[option.name, default: []].append(isOn ? .on : .off)
        }
    }

    private mutating func set(
        _ option: Option, spelled spelling: String, to attached: String?
    ) throws(UsageError) {
        let value: String
        if let attached {
            value = attached
        } else if let next = rest.first, !looksLikeOption(next) {
            value = next
            rest.removeFirst()
        } else {
            let variable = option.variable ?? ""
            throw error(.missingValue, "option '\(spelling)' requires a value: \(variable)")
        }
        if let problem = option.accepts.problem(with: value) {
            throw UsageError(
                .invalidValue, "option '\(spelling)' \(problem)",
                suggestion: suggestion(for: value, among: option.accepts.choices),
                program: program)
        }
        values.settings[option.name, default: []].append(.text(value))
    }

    /// The setting of an option from its environment variable; `nil` if it is not set.
    private func setting(
        of option: Option, _ text: String, _ variable: String
    ) throws(UsageError) -> Values.Setting {
        let isToggle = option.variable == nil
        let accepts = isToggle ? Accepted.choice(["1", "true", "0", "false"]) : option.accepts
        if let problem = accepts.problem(with: text) {
            throw error(.invalidValue, "the environment variable \(variable) \(problem)")
        }
        if isToggle { return ["1", "true"].contains(text) ? .on : .off }
        return .text(text)
    }

    /// Whether a word cannot be the value of the preceding option.
    ///
    /// `-` is a file and `-5` a number; any other word with a dash begins an option. A value that begins with a dash
    /// is written as `--name=-value`.
    private func looksLikeOption(_ word: String) -> Bool {
        let bytes = word.utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else {
            return false
        }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    /// Moves operands that were given as options to their places.
    private mutating func takeOperandsOfOptions() {
        for (place, operand) in command.operands.enumerated() {
            guard let option = operand.option, let text = values.strings(option).last,
                place <= values.operands.count
            else { continue }
            values.operands.insert(text, at: place)
        }
    }

    private func checkOperands() throws(UsageError) {
        var words = values.operands[...]
        for operand in command.operands {
            if operand.count.isRequired, words.isEmpty {
                throw error(
                    .missingOperand,
                    "missing argument: \(operand.name)\(operand.option.map { ", or --\($0) \(operand.name)" } ?? "")"
                )
            }
            let taken = operand.count.isMany ? words : words.prefix(1)
            for word in taken {
                guard let problem = operand.accepts.problem(with: word) else { continue }
                throw UsageError(
                    .invalidOperand, "\(operand.name) \(problem)",
                    suggestion: suggestion(for: word, among: operand.accepts.choices),
                    program: program)
            }
            words = words.dropFirst(taken.count)
        }
        if let extra = words.first {
            throw error(.unexpectedOperand, "unexpected argument '\(extra)'")
        }
    }

    private func error(
        _ kind: UsageError.Kind, _ message: String, suggest word: String? = nil
    ) -> UsageError {
        let spellings = command.allOptions.flatMap(\.longSpellings)
        let guess = word.flatMap { suggestion(for: $0, among: spellings) }
        return UsageError(kind, message, suggestion: guess, program: program)
    }
}
