import PeriluneCore
import Testing

@testable import ChartsPlugin

/// What the guide leaves open, as it was decided.
struct DecisionTests {
    private let people = row(["a": 3, "b": 2, "name": "Ann", "d": date("2010-09-01"), "abs": 9])

    @Test(
        arguments: [
            ("1+2*3", 7), ("(1+2)*3", 9), ("10-2-3", 5), ("16/4/2", 2), ("1+1 == 2", 1),
            ("1 < 2 == 2 > 1", 1), ("a*b > a+b", 1), ("2 <= 2", 1), ("2 >= 3", 0), ("a != b", 1),
        ])
    func operatorsBindAsUsual(_ text: String, _ expected: Double) throws {
        #expect(try value(text, people) == .number(expected))
    }

    @Test(arguments: ["-1", "(-1)", "Abs(-1)-2", "Neg(+1)"])
    func aNumberMayStartWithASign(_ text: String) throws {
        #expect(try value(text) == -1)
    }

    @Test(arguments: ["-a", "2-(-a)", "a == -1", "- -1", "2+-1", "-(1)"])
    func aSignIsNotAnOperator(_ text: String) {
        #expect(failure(text, people)?.hint == "write Neg(…) to negate")
    }

    @Test func namesOfColumnsAreCaseSensitive() {
        let error = failure("A+1", people)
        #expect(error?.code == .missingColumn)
        #expect(error?.message == "there is no column A")
    }

    @Test func aColumnMayBeCalledLikeAFunction() throws {
        #expect(try value("abs + Abs(-1)", people) == 10)
    }

    @Test func aNameInBracketsMayHoldAnything() throws {
        let table = row(["Cost of Revenue": 4, "Umsatz in €": 5])
        #expect(try value("[Cost of Revenue] + [Umsatz in €]", table) == 9)
    }

    @Test(arguments: [("'it''s'", "it's"), ("''''", "'"), ("''", ""), ("'a''''b'", "a''b")])
    func aDoubledQuoteIsAQuote(_ text: String, _ expected: String) throws {
        #expect(try value(text) == .text(expected))
    }

    @Test(
        arguments: [
            ("\u{2018}Foo\u{2019} + 5", "Foo5"), ("\u{201C}Foo\u{201D} + 5", "Foo5"),
            ("left(\u{2018}abc \u{2018},2)", "ab"),
        ])
    func typographicQuotesAreAccepted(_ text: String, _ expected: String) throws {
        let expression = try Expression(text)
        #expect(expression.warnings.map(\.message) == ["typographic quote; write '"])
        #expect(try value(text) == .text(expected))
    }

    @Test func aTypographicMinusIsAccepted() throws {
        #expect(try value("a\u{2013}b", people) == 1)
        #expect(try Expression("a\u{2013}b").warnings.map(\.column) == [2])
    }

    @Test func oneEqualsSignComparesAndWarns() throws {
        #expect(try value("a=3", people) == 1)
        #expect(try Expression("a=3").warnings.map(\.message) == ["to compare, write =="])
    }

    @Test func divisionIsThatOfRealNumbers() throws {
        #expect(try value("$p/100", people, ["$p": 15]) == 0.15)
    }

    @Test(
        arguments: [
            ("'x' + 2.5", "x2.5"), ("2 + 'x'", "2x"), ("'x' + (1==1)", "x1"), ("'x'+0.1", "x0.1"),
            ("name + ' ' + d", "Ann 2010-09-01"),
            ("name + RelativeTime(d, 3661)", "Ann2010-09-01T01:01:01"), ("1 + 2 + 'x'", "3x"),
            ("String(Neg(0))", "0"), ("String(1e20)", "1e+20"),
        ])
    func concatenationConverts(_ text: String, _ expected: String) throws {
        #expect(try value(text, people) == .text(expected))
    }

    @Test(
        arguments: [
            ("name * 2", 6, "'*' requires numbers, got a string"),
            ("a + d", 3, "'+' requires numbers, got a date"),
            ("d - d", 3, "'-' requires numbers, got a date"),
            ("a == name", 3, "a number cannot be compared with a string"),
            ("d > a", 3, "a date cannot be compared with a number"),
            ("Abs(name)", 5, "Abs requires a number, got a string"),
            ("Len(a)", 5, "Len requires a string, got a number"),
            ("Day('2010-05-10')", 5, "Day requires a date, got a string"),
            ("if(name, 1, 2)", 4, "if requires a number, got a string"),
            (
                "if(a, d, 2)", 10,
                "both results of if must have the same type, got a date and a number"
            ),
            ("Int(d)", 5, "Int requires a number or a string, got a date"),
            ("date(name)", 6, "Date requires a date, got a string"),
            ("d > 'yesterday'", 5, "'yesterday' is not a date"),
            ("'2010-02-30' < d", 1, "'2010-02-30' is not a date"),
        ])
    func typesAreNotMixed(_ text: String, _ column: Int, _ message: String) {
        let error = failure(text, people)
        #expect(error?.message == message)
        #expect(error?.place.column == column)
        #expect(error?.code == .expression)
    }

    @Test func typesAreCheckedWithoutData() throws {
        let expression = try Expression("if($flag == 1, 'yes', 2)")
        #expect(throws: PeriluneError.self) {
            try expression.compile { _ in .of(.number) }
        }
        let open = try Expression("if(a == 1, a, 'hello')")
        #expect(try open.compile { _ in .ofAnyType }.type == .text)
    }

    @Test func anUndeclaredVariableIsAnErrorOfItsOwn() {
        #expect(failure("a*$rate", people)?.code == .missingVariable)
    }

    @Test(
        arguments: [
            ("n + 1", Cell.null), ("n == 1", .null), ("n != 1", .null), ("not(n)", .null),
            ("if(n, 1, 2)", 2), ("and(n, 1)", 0), ("or(n, 1)", 1), ("or(n, 0)", 0),
            ("'x' + n", .null), ("String(n)", .null), ("Abs(n)", .null), ("Len(n)", .null),
            ("Day(n)", .null), ("n", .null), ("Left('abc', n)", .null), ("Match(n, 'a')", .null),
        ])
    func nullGivesNull(_ text: String, _ expected: Cell) throws {
        let result = try Expression(text).evaluate(over: row(["n": .null]))
        #expect(Column("", result.cells)[0] == expected)
        #expect(result.issues.isEmpty)
    }

    @Test(
        arguments: [
            ("a/0", "division of 3 by 0"), ("0/0", "division of 0 by 0"),
            ("Sqrt(Neg(a))", "Sqrt(-3) has no value"), ("Log(0)", "Log(0) has no value"),
            ("LogTen(-1)", "LogTen(-1) has no value"), ("Exp(1000)", "Exp(1000) has no value"),
            ("1e308*10", "1e+308 * 10 is too large"), ("Mod(a, 0)", "Mod(3, 0) has no value"),
            ("Fact(171)", "Fact(171) has no value"), ("Fact(2.5)", "Fact(2.5) has no value"),
            ("Fact(-1)", "Fact(-1) has no value"), ("Tan(90)", "Tan(90) has no value"),
            ("Mid(name, 0)", "Mid(Ann, 0) has no value"),
            ("Left(name, Neg(1))", "Left(Ann, -1) has no value"),
            ("Int(name)", "Int(Ann) has no value"),
            ("Replace(name, 0, 1, 'x')", "Replace(Ann, 0, 1, x) has no value"),
            ("RelativeDate(d, 4000000)", "RelativeDate(2010-09-01, 4000000) has no value"),
        ])
    func anUndefinedResultIsNullWithAWarning(_ text: String, _ message: String) throws {
        let result = try Expression(text).evaluate(over: people)
        #expect(Column("", result.cells)[0] == .null)
        #expect(result.issues.map(\.message) == [message])
        #expect(result.issues.map(\.row) == [1])
    }

    @Test func onlyTheFirstFailingRowIsReported() throws {
        let table = Table(columns: [Column("x", .numbers([4, 0, 2, 0]))], count: 4)
        let result = try Expression("8/x + Sqrt(x-1)").evaluate(over: table)
        #expect(result.issues.map(\.row) == [2])
        #expect(result.issues.map(\.column) == [2])
    }

    @Test func aBranchThatIsNotTakenCantFail() throws {
        let table = Table(columns: [Column("x", .numbers([4, 0, .nan, 2]))], count: 4)
        for text in ["if(x == 0, 0, 8/x)", "if(and(x != 0, 8/x > 1), 8/x, 0)"] {
            #expect(try Expression(text).evaluate(over: table).issues.isEmpty)
        }
    }

    @Test func infinityFromADatabaseIsNull() throws {
        let result = try Expression("x").evaluate(
            over: Table(columns: [Column("x", .numbers([1, .infinity]))], count: 2))
        #expect(Column("", result.cells)[1] == .null)
        #expect(result.issues.map(\.row) == [2])
    }

    @Test func typesOfAnEmptyTableAreNotChecked() throws {
        let table = Table(columns: [Column("Region", .numbers([]))], count: 0)
        let result = try Expression("if(Region == 'x', 1, 2)").evaluate(over: table)
        #expect(result.cells == .numbers([]))
    }

    @Test(
        arguments: [
            (2.5, 0, 3), (-2.5, 0, -3), (1.005, 2, 1.01), (2.675, 2, 2.68), (1.115, 2, 1.12),
            (0.285, 2, 0.29), (1.4999999, 0, 1), (1e17, 3, 1e17), (0.5, 0, 1), (-0.4, 0, 0),
            (0.00005, 4, 0.0001), (1234.5678, 2, 1234.57), (0.1 + 0.2, 15, 0.3),
        ])
    func roundsHalfAwayFromZero(_ x: Double, _ decimals: Int, _ expected: Double) throws {
        #expect(try value("Round(x, \(decimals))", row(["x": .number(x)])) == .number(expected))
    }

    @Test(arguments: ["Round(a, b)", "Round(a, 16)", "Round(a, -1)", "Round(a, 1.5)"])
    func decimalsOfRoundAreConstant(_ text: String) {
        #expect(
            failure(text, people)?.message
                == "Round requires a constant number of decimals, 0 to 15")
    }

    @Test(
        arguments: [
            ("Int(-3.7)", -3), ("Truncate(-3.7)", -3), ("Floor(-3.2)", -4), ("Int(' 7.9 ')", 7),
            ("Int('-1e2')", -100), ("Mod(-7, 3)", -1), ("Mod(7, -3)", 1), ("Sign(0)", 0),
            ("Fact(0)", 1), ("Fact(3)", 6), ("Sin(180)", 0), ("Cos(90)", 0), ("Cos(-90)", 0),
            ("Sin(-90)", -1), ("Tan(180)", 0), ("Sin(450)", 1), ("Cos(360)", 1),
        ])
    func edgeCasesOfNumberFunctions(_ text: String, _ expected: Double) throws {
        #expect(try value(text) == .number(expected))
    }

    @Test(
        arguments: [
            ("Mid('abc', 9)", "" as Cell), ("Mid('abc', 2)", "bc"), ("Left('abc', 9)", "abc"),
            ("Right('abc', 9)", "abc"), ("Left('abc', 0)", ""), ("Pos('abc', 'x')", 0),
            ("Pos('abc', '')", 0), ("Pos('abcabc', 'c', 4)", 6), ("Pos('aab', 'ab')", 2),
            ("Replace('ab', 9, 1, 'x')", "abx"), ("Replace('abc', 2, 99, 'x')", "ax"),
            ("Len('e\u{301}a')", 2), ("Left('👩‍👩‍👧x', 1)", "👩‍👩‍👧"), ("Len('')", 0),
            ("WordCap('o''neil-smith THE 3rd')", "O'neil-Smith The 3rd"),
            ("Trim('\t\n a \r\n')", "a"), ("Upper('straße')", "STRASSE"),
        ])
    func edgeCasesOfTextFunctions(_ text: String, _ expected: Cell) throws {
        #expect(try value(text) == expected)
    }

    @Test(
        arguments: [
            ("Hour(d)", 13), ("Minute(d)", 45), ("Second(d)", 10), ("DayNumber(d)", 3),
            ("Year(d)", 1969), ("Month(d)", 12), ("Day(d)", 30),
        ])
    func partsOfDatesBefore1970(_ text: String, _ expected: Double) throws {
        #expect(try value(text, row(["d": date("1969-12-30T13:45:10")])) == .number(expected))
    }

    @Test(
        arguments: [
            "date(2010,2,30)", "date(2010,13,1)", "date(2009,2,29)", "date(0,1,1)",
            "date(2010,1,1,24,0,0)", "date(2010,1)", "date(2010,1,1,1)", "date(2010.5,1,1)",
            "date(a,1,1)", "RelativeDate(d, a)",
        ])
    func datesDontRollOver(_ text: String) {
        #expect(failure(text, people)?.code == .expression)
    }

    @Test func relativeDatesAcceptVariables() throws {
        #expect(
            try value("RelativeDate(d, $days)", people, ["$days": -1]) == date("2010-08-31"))
    }

    @Test func datetimeIsAnotherNameOfDate() throws {
        #expect(try value("datetime(2010,9,1) == d", people) == 1)
        #expect(try Expression("datetime(d)").warnings.count == 1)
    }

    @Test func textsAndDatesAreNotAllowedInDiagrams() throws {
        for text in ["Len('x')", "Year(a)", "String(a)", "Left('x',1)"] {
            #expect(throws: PeriluneError.self) { try Expression(text, dialect: .diagram) }
        }
        let expression = try Expression("if(a > 1, Round(a*b, 1), 0)", dialect: .diagram)
        let compiled = try expression.compile { _ in .of(.number) }
        #expect(compiled.evaluate { $0 == "a" ? 2 : 1.55 }.value == 3.1)
    }

    @Test func theSizeOfAnExpressionIsLimited() throws {
        #expect(failure(String(repeating: "1+", count: 4096) + "1")?.code == .expression)
        #expect(try value(String(repeating: "1+", count: 4095) + "1") == 4096)
        let deep = { (levels: Int) in
            String(repeating: "(", count: levels) + "1" + String(repeating: ")", count: levels)
        }
        #expect(try value(deep(64)) == 1)
        #expect(failure(deep(65))?.message == "an expression is nested deeper than 64 levels")
    }

    @Test func allFunctionsOfTheGuideAreThere() {
        #expect(Function.allCases.count == 51)
    }

    @Test(
        arguments: [
            ("Sqr(a)", "did you mean 'Sqrt'?"), ("a % b", "write Mod(x, y)"),
            ("a && b", "write and(…, …)"), ("a <> b", "write !="), ("a ; b", nil),
            ("Mid(name)", "write Mid(text, start[, length])"), ("(a", nil), ("a)", nil),
            ("a b", nil), ("", nil), ("'a", "add the closing quote"), ("1.", nil), ("1st", nil),
            ("é", nil), ("a,b", nil), ("f()", nil), ("[a", "add ]"), ("a ** b", nil),
            ("and(a)", "write and(a, b[, …])"), ("1e999", nil), ("!a", "write not(…)"),
        ])
    func anInvalidExpressionIsReportedWithAHint(_ text: String, _ hint: String?) {
        let error = failure(text, people)
        #expect(error?.code == .expression)
        if let hint { #expect(error?.hint == hint) }
    }

    @Test func theCaretOfALongExpressionStandsOnOneLine() {
        let error = failure("a +\n  * b", people)
        #expect(error?.place.sourceLine == "a +   * b")
        #expect(error?.place.column == 7)
    }
}
