import PeriluneCore

/// A function of the guide.
enum Function: String, Sendable, CaseIterable {
    // Functions of numbers.
    case abs = "Abs"
    case ceiling = "Ceiling"
    case cos = "Cos"
    case exp = "Exp"
    case fact = "Fact"
    case floor = "Floor"
    case int = "Int"
    case log = "Log"
    case logTen = "LogTen"
    case mod = "Mod"
    case neg = "Neg"
    case round = "Round"
    case sign = "Sign"
    case sin = "Sin"
    case sqrt = "Sqrt"
    case tan = "Tan"
    case truncate = "Truncate"
    // Functions of dates.
    case date = "Date"
    case day = "Day"
    case dayNumber = "DayNumber"
    case hour = "Hour"
    case minute = "Minute"
    case month = "Month"
    case relativeDate = "RelativeDate"
    case relativeTime = "RelativeTime"
    case second = "Second"
    case year = "Year"
    // Functions of texts.
    case left = "Left"
    case leftTrim = "LeftTrim"
    case len = "Len"
    case lower = "Lower"
    case match = "Match"
    case mid = "Mid"
    case pos = "Pos"
    case replace = "Replace"
    case right = "Right"
    case rightTrim = "RightTrim"
    case string = "String"
    case trim = "Trim"
    case upper = "Upper"
    case wordCap = "WordCap"
    // Functions of conditions.
    case `if` = "if"
    case and = "and"
    case or = "or"
    case not = "not"
    // Functions over several categories.
    case growth = "Growth"
    case lag = "Lag"
    case movingAverage = "MovingAverage"
    case rank = "Rank"
    case runningTotal = "RunningTotal"
    case share = "Share"

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { (Ascii.lowercased($0.rawValue), $0) })

    /// The function of a name in lower case.
    init?(named lowercased: String) {
        guard let function = Self.byName[lowercased] else { return nil }
        self = function
    }

    /// Whether its value depends on the numbers of other categories.
    var isWindow: Bool { WindowFunctions.body(self, count: nil) != nil }

    /// A hint with the function that was probably meant by a misspelt name.
    static func similar(to name: String) -> String? {
        NearestName.hint(for: name, in: allCases.map(\.rawValue))
    }
}
