/// The tests of many patterns as numbers, because pairs to compare can be many millions.
struct ComparableTests {
    /// A literal has a word and the shape of its text, a typed test its shape and no word.
    private struct Test {
        var word: UInt32
        var shape: TextShape

        func contains(_ other: Test) -> Bool {
            word == WordTable.unknown ? other.shape >= shape : word == other.word
        }
    }

    private var tests: [Test] = []
    private var starts: [Int] = []

    init(_ patterns: [[SegmentTest]]) {
        var words = WordTable()
        for pattern in patterns {
            starts.append(tests.count)
            for test in pattern {
                switch test {
                // Only link rules have affixes, and they are compared otherwise.
                case .affix(let affix):
                    tests.append(Test(word: WordTable.unknown, shape: affix.shape))
                case .shape(let shape): tests.append(Test(word: WordTable.unknown, shape: shape))
                case .literal(let text), .hostSuffix(let text):
                    tests.append(
                        Test(word: words.intern(text.utf8), shape: TextShape(strict: text)))
                }
            }
        }
        starts.append(tests.count)
    }

    /// Whether one pattern accepts everything that another one of equal length does.
    func contains(_ one: Int, _ other: Int) -> Bool {
        let offset = starts[other] - starts[one]
        for level in starts[one]..<starts[one + 1]
        where !tests[level].contains(tests[level + offset]) {
            return false
        }
        return true
    }
}
