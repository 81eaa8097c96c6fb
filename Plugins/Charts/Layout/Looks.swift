/// Which look of a theme each series has: by the number of its name, but never two the same while there are
/// others.
enum Looks {
    /// Finds the numbers of looks.
    ///
    /// - Parameters:
    ///   - wanted: The numbers of names; `nil` where only the place counts.
    ///   - count: How many looks there are.
    /// - Returns: A number for each, of which the remainder by the count is the look.
    static func numbers(_ wanted: [Int?], of count: Int) -> [Int] {
        let count = max(1, count)
        var taken = Set<Int>()
        func free(_ number: Int) -> Int {
            let look = (0..<count).lazy.map { (number + $0) % count }.first { !taken.contains($0) }
            // More series than looks: they begin again.
            return look ?? number
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
