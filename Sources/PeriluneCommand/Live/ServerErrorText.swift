import PeriluneCore

extension Value {
    /// An error from a server as text: the place and the message, without control characters.
    var serverErrorText: String {
        let place = PeriluneError.Place(
            file: self["file"]?.string, line: self["line"]?.integer.map { Int($0) },
            column: self["column"]?.integer.map { Int($0) })
        return [place.description, self["message"]?.string ?? ""].filter { !$0.isEmpty }
            .joined(separator: ": ").withoutControls
    }
}
