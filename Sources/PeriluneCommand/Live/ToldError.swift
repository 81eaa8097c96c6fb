import PeriluneCore

extension Value {
    /// An error that a server has told as JSON: where, and what; a terminal obeys none of it.
    var toldError: String {
        let place = PeriluneError.Place(
            file: self["file"]?.string, line: self["line"]?.integer.map { Int($0) },
            column: self["column"]?.integer.map { Int($0) })
        return [place.description, self["message"]?.string ?? ""].filter { !$0.isEmpty }
            .joined(separator: ": ").withoutControls
    }
}
