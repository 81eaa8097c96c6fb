import PeriluneCore

/// Reads the members of a saved state: missing ones keep their initial values, and a member of another type is an
/// error.
struct StateReader {
    let value: Value
    private let name: String

    init(_ value: Value, _ name: String) throws(PeriluneError) {
        self.value = value
        self.name = name
        guard value.object != nil else { throw stateError(nil) }
    }

    var all: [(String, Value)] { value.object?.pairs.map { ($0.name, $0.value) } ?? [] }

    func members(_ name: String) throws(PeriluneError) -> [(String, Value)] {
        guard let member = value[name] else { return [] }
        return try StateReader(member, name).all
    }

    func list(_ name: String) throws(PeriluneError) -> [Value] {
        guard let member = value[name] else { return [] }
        guard let list = member.array else { throw stateError(name) }
        return list
    }

    func texts(_ name: String) throws(PeriluneError) -> [String] {
        var texts: [String] = []
        for element in try list(name) {
            guard let text = element.string else { throw stateError(name) }
            texts.append(text)
        }
        return texts
    }

    func text(_ name: String) throws(PeriluneError) -> String? {
        guard let member = value[name] else { return nil }
        guard let text = member.string else { throw stateError(name) }
        return text
    }

    func number(_ name: String) throws(PeriluneError) -> Double? {
        guard let member = value[name] else { return nil }
        guard let number = member.double, number.isFinite, abs(number) < 1e300 else {
            throw stateError(name)
        }
        return number
    }

    func stateError(_ member: String?) -> PeriluneError {
        let what = member.map { "\($0) of \(name)" } ?? name
        return PeriluneError(
            "charts.state", "this is not the state of a dashboard: \(what) is invalid")
    }
}
