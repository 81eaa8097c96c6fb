package import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// Finds one line of a log: an event, or the record of one.
package struct LogSearch: Sendable {
    private let log: String
    /// Makes an event of a line, for logs that are not JSON.
    private let convert: LineConverter?

    /// A line that was found.
    package struct Found: Sendable {
        package let json: [UInt8]
        package let line: Int
        /// Lines before it that are not blank, as the limit of a ``LogProcessor`` counts them.
        package let before: Int
    }

    /// How many names are looked at for one that was meant.
    private static let mostNames = 10_000

    package init(_ log: String, convert: LineConverter? = nil) {
        self.log = log
        self.convert = convert
    }

    /// The first line whose member `name` is this text.
    package func line(where name: String, is text: String) throws(PeriluneError) -> Found {
        let document = JSONDocument()
        var others: [String] = []
        var lines = 0
        let found = try first { json, line, before in
            lines = line
            guard (try? document.read(json)) != nil,
                let other = document.member(name, of: document.root).flatMap(document.string)
            else { return nil }
            if other == text { return Found(json: json, line: line, before: before) }
            if others.count < Self.mostNames { others.append(other) }
            return nil
        }
        if let found { return found }
        let meant = NearestName.of(text, in: others, most: Self.mostNames)
        let isLine = Int(text).map { (1...max(1, lines)).contains($0) } ?? false
        throw PeriluneError(
            "event.missing", "\(log) has no event '\(text)'",
            hint: meant.map { "did you mean '\($0)'?" }
                ?? (isLine ? "to choose an event by its line, write --line \(text)" : nil))
    }

    /// The line with this number, from 1.
    package func line(_ number: Int) throws(PeriluneError) -> Found {
        var lines = 0
        let found = try first { json, line, before in
            lines = line
            return line == number ? Found(json: json, line: line, before: before) : nil
        }
        if let found { return found }
        throw PeriluneError(
            "event.missing", "\(log) has no event at line \(number)",
            hint: "the last event is at line \(lines)")
    }

    /// The first line behind one that has an event.
    package func line(after number: Int) throws(PeriluneError) -> Found {
        let found = try first { json, line, before in
            line > number ? Found(json: json, line: line, before: before) : nil
        }
        if let found { return found }
        throw PeriluneError(
            "event.missing",
            number == 0 ? "\(log) has no events" : "\(log) has no event after line \(number)")
    }

    /// Lines that are too long, or not UTF-8 where they are converted, are none.
    private func first(
        _ body: ([UInt8], _ line: Int, _ before: Int) -> Found?
    ) throws(PeriluneError) -> Found? {
        let source = try LogSource(path: log)
        var before = 0
        while let chunk = try source.next() {
            guard chunk.content == .lines else {
                // A limit counts a piece of a line that is too long as a line.
                before += 1
                continue
            }
            var found: Found?
            chunk.forEachLine { line, number in
                if let json = json(line, number) { found = body(json, number, before) }
                before += 1
                return found == nil
            }
            if let found { return found }
        }
        return nil
    }

    private func json(_ line: [UInt8], _ number: Int) -> [UInt8]? {
        guard let convert else { return line }
        return String(validating: line, as: UTF8.self).map { convert($0, log, number).json }
    }
}
