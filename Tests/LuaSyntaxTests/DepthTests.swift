import Testing

@testable import LuaSyntax

/// Nesting is bounded, and no chain of operators or calls uses the stack.
struct DepthTests {
    /// Builds a script of a given depth.
    struct Shape: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let build: @Sendable (Int) -> String
    }

    static let nested: [Shape] = [
        Shape(testDescription: "parentheses") { n in
            "x = " + String(repeating: "(", count: n) + "1" + String(repeating: ")", count: n)
        },
        Shape(testDescription: "blocks") { n in
            String(repeating: "do ", count: n) + String(repeating: "end ", count: n)
        },
        Shape(testDescription: "tables") { n in
            "x = " + String(repeating: "{", count: n) + String(repeating: "}", count: n)
        },
        Shape(testDescription: "concatenations") { n in "x = a" + String(repeating: "..a", count: n)
        },
        Shape(testDescription: "signs") { n in "x = " + String(repeating: "~", count: n) + "a" },
        Shape(testDescription: "targets") { n in "a" + String(repeating: ",a", count: n) + " = 1" },
        Shape(testDescription: "calls in calls") { n in
            "f" + String(repeating: "(f", count: n) + String(repeating: ")", count: n)
        },
    ]

    @Test(arguments: nested) func acceptsModestNesting(_ shape: Shape) throws {
        _ = try Resolution(SyntaxTree(parsing: shape.build(90)))
    }

    @Test(arguments: nested) func refusesDeepNesting(_ shape: Shape) {
        for depth in [200, 20_000] {
            #expect(throws: Diagnostic.self) { try SyntaxTree(parsing: shape.build(depth)) }
        }
    }

    @Test func acceptsLongChains() throws {
        let count = 20_000
        let chains = [
            "x = 1" + String(repeating: " + 1", count: count),
            "x = a" + String(repeating: ".b", count: count),
            "a" + String(repeating: "()", count: count),
            "x = {" + String(repeating: "1,", count: count) + "}",
            "if a then" + String(repeating: " elseif b then", count: count) + " end",
        ]
        for chain in chains { _ = try Resolution(SyntaxTree(parsing: chain)) }
    }

    @Test func limitsTheVariablesOfAFunction() throws {
        let names = { (count: Int) in
            "local " + (0..<count).map { "v\($0)" }.joined(separator: ", ")
        }
        _ = try Resolution(SyntaxTree(parsing: names(200)))
        #expect(throws: Diagnostic.self) { try Resolution(SyntaxTree(parsing: names(201))) }
    }
}
