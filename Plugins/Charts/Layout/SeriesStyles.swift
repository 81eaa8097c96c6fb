/// Assigns a style, which is a colour and marker of the theme, to each series: by the number of its name, or the
/// next free one if another series has it.
enum SeriesStyles {
    /// Assigns the numbers of styles.
    ///
    /// - Parameters:
    ///   - wanted: The numbers of names; `nil` for a series whose position counts.
    ///   - count: How many styles there are.
    /// - Returns: A number for each series; modulo `count`, it is the style.
    static func numbers(_ wanted: [Int?], of count: Int) -> [Int] {
        let count = max(1, count)
        var taken = Set<Int>()
        func free(_ number: Int) -> Int {
            let style = (0..<count).lazy.map { (number + $0) % count }.first { !taken.contains($0) }
            // With more series than styles, styles repeat.
            return style ?? number
        }
        var numbers = Array(repeating: 0, count: wanted.count)
        for (place, number) in wanted.enumerated() {
            guard let number else { continue }
            numbers[place] = free(number)
            taken.insert(numbers[place] % count)
        }
        for (place, number) in wanted.enumerated() where number == nil {
            numbers[place] = free(place)
            taken.insert(numbers[place] % count)
        }
        return numbers
    }
}
