import PeriluneCore
import Testing

@testable import ChartsPlugin

/// What the guide says of its expressions, case by case.
struct GuideCaseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var expected: Cell
        var table = Table(count: 1)
        var variables: [String: Cell] = [:]

        init(
            _ text: String, _ expected: Cell, _ cells: KeyValuePairs<String, Cell> = [:],
            _ variables: [String: Cell] = [:]
        ) {
            self.text = text
            self.expected = expected
            if !cells.isEmpty { table = row(cells) }
            self.variables = variables
        }

        var testDescription: String { text }
    }

    static let numbers = [
        Case("Abs(-1)", 1), Case("Ceiling(1.01)", 2), Case("Log(Exp(2))", 2),
        Case("Log(Exp(1))", 1),
        Case("Fact(5)", 120), Case("Floor(10.1)", 10), Case("Int(12.2)", 12),
        Case("LogTen(10*10)", 2), Case("Mod(10,5)", 0), Case("Mod(3,2)", 1), Case("Neg(-1)", 1),
        Case("Neg(1)", -1), Case("2*Neg(1)", -2), Case("Sign(1.0)", 1), Case("Sign(-121)", -1),
        Case("Truncate(12.32123)", 12), Case("ABS(-1)", 1), Case("aBs(-1)", 1),
    ]

    static let texts = [
        Case("left('abcdef',3)", "abc"), Case("right('abcdef',3)", "def"),
        Case("mid('abcdef',3,2)", "cd"), Case("pos('abcdef','c')", 3),
        Case("Replace('1234',2,2,'XX')", "1XX4"), Case("LeftTrim('  abc  ')", "abc  "),
        Case("RightTrim('  abc  ')", "  abc"), Case("Trim(' hello ')", "hello"),
        Case("Upper('mystring')", "MYSTRING"), Case("Lower('MYSTRING')", "mystring"),
        Case("WordCap('bob alice eve')", "Bob Alice Eve"),
    ]

    static let conditions = [
        Case("not(1==2)", 1), Case("1!=2", 1), Case("and(1,0)", 0), Case("or(1,0)", 1),
        Case("if(0,1,2)", 2),
        Case("if(a>b, if(a>c, a, c), b)", 5, ["a": 3, "b": 2, "c": 5]),
        Case("if(a=1,string(a),'hello')", "1", ["a": 1]),
        Case("if(a=1,string(a),'hello')", "hello", ["a": 2]),
        Case(
            "if(Probability<$prob, Amount, 0)", 7, ["Probability": 40, "Amount": 7], ["$prob": 50]),
        Case(
            "if(Probability<$prob, Amount, 0)", 0, ["Probability": 60, "Amount": 7], ["$prob": 50]),
        Case("if(actual > target, 'green', 'red')", "green", ["actual": 2, "target": 1]),
        Case("if(actual > target, 'green', 'red')", "red", ["actual": 1, "target": 1]),
    ]

    static let dates = [
        Case("Year(date(2010,9,1))", 2010), Case("Month(date(2010,9,1))", 9),
        Case("Day(date(2010,9,1))", 1),
        Case("DayNumber(d)", 4, ["d": date("2010-09-01")]),
        Case("date(d) == date(2010,9,1)", 1, ["d": date("2010-09-01T13:45:10")]),
        Case("RelativeDate(d, 1)", date("2011-01-01"), ["d": date("2010-12-31")]),
        Case("RelativeTime(d, 1)", date("2011-01-01"), ["d": date("2010-12-31T23:59:59")]),
        Case("if(d > date(2010,9,1), 1, 0)", 1, ["d": date("2010-09-02")]),
        Case("if(d > '2009-09-01', 1, 0)", 1, ["d": date("2010-09-02")]),
    ]

    private static let salesDrive =
        "if($salesdrive==1,SalesAmount+(SalesAmount *\n 0.30),if(Region==$region, SalesAmount+(SalesAmount * 0.80),SalesAmount))"
    private static let orders =
        "if($salesdrive==1,OrderCount * 2, \n if(Region==$region, OrderCount * 6,OrderCount))"
    private static let raise = "if(Department==$dept,(Salary + Salary *  \n ($hike/100)),Salary)"
    private static let sales: KeyValuePairs<String, Cell> = [
        "SalesAmount": 100, "OrderCount": 10, "Region": "Eastern",
    ]
    private static let whatIf =
        "((UnitPrice * Quantity) - ((Cost_Of_Revenue + Tax + Other + Rent) * Quantity))"

    static let charts = [
        Case("Col1+Col2*Col3+2.2", 9.2, ["Col1": 1, "Col2": 2, "Col3": 3]),
        Case("'Foo' + Col1", "Foo5", ["Col1": 5]),
        Case(salesDrive, 130, sales, ["$salesdrive": 1, "$region": "Eastern"]),
        Case(salesDrive, 180, sales, ["$salesdrive": 0, "$region": "Eastern"]),
        Case(salesDrive, 100, sales, ["$salesdrive": 0, "$region": "Western"]),
        Case(orders, 20, sales, ["$salesdrive": 1, "$region": "Eastern"]),
        Case(orders, 60, sales, ["$salesdrive": 0, "$region": "Eastern"]),
        Case(orders, 10, sales, ["$salesdrive": 0, "$region": "Western"]),
        Case(
            raise, 1045, ["Department": "R & D", "Salary": 1000], ["$dept": "R & D", "$hike": 4.5]),
        Case("Amount*(1.0-$percentdiscount/100)", 170, ["Amount": 200], ["$percentdiscount": 15]),
        Case(
            whatIf, 25,
            [
                "UnitPrice": 10, "Quantity": 5, "Cost_Of_Revenue": 2, "Tax": 1, "Other": 1,
                "Rent": 1,
            ]),
        Case(
            "((Revenue-Costs)/Assets)*100", 25, ["Revenue": 1500, "Costs": 1000, "Assets": 2000]),
        Case("UnitPrice * Int(Quantity)", 17.5, ["UnitPrice": 2.5, "Quantity": "7.9"]),
        Case("UnitPrice ", 3, ["UnitPrice": 3]),
    ]

    @Test(arguments: numbers + texts + conditions + dates + charts)
    func hasTheValueOfTheGuide(_ one: Case) throws {
        #expect(try value(one.text, one.table, one.variables) == one.expected)
    }

    @Test(
        arguments: [
            ("Cos(1)", 0.9998477), ("Sin(1)", 0.01745241), ("Tan(1)", 0.01745506),
            ("Sqrt(3)", 1.7320508),
        ])
    func isCloseToTheValueOfTheGuide(_ text: String, _ expected: Double) throws {
        guard case .number(let number) = try value(text) else { throw failure(text) ?? Missing() }
        #expect(abs(number - expected) < 5e-8)
    }

    private struct Missing: Error {}

    @Test func isComputedForEveryRow() throws {
        let table = Table(columns: [Column("Members", .numbers([20, 30, 55]))], count: 3)
        let result = try Expression("Members*1.10").evaluate(over: table)
        guard case .numbers(let values) = result.cells else { throw Missing() }
        #expect(values.map { NumberFunctions.round($0, decimals: 1) } == [22, 33, 60.5])
    }

    @Test(
        arguments: [
            ("2*-1", 3, "a sign is not allowed here"),
            ("Day(\"2010-05-10\")", 5, "a string must be in single quotes"),
            (
                "if(a==1,a,'hello')", 11,
                "both results of if must have the same type, got a number and a string"
            ),
            (
                "if (a >b, if (a>c, a, if(a>d, e, f), g ), h )", 11,
                "if takes 3 arguments, got 4"
            ),
            ("\"abc\" + 'd'", 1, "a string must be in single quotes"),
        ])
    func hasTheErrorOfTheGuide(_ text: String, _ column: Int, _ message: String) {
        let error = failure(text, row(["a": 1]))
        #expect(error?.message == message)
        #expect(error?.place.column == column)
        #expect(error?.place.sourceLine == text)
        #expect(error?.hint != nil)
    }

    @Test(
        arguments: [
            ("YES", true), ("no", false), ("1", true), ("true", true), ("FALSE", false),
            ("tRUE", nil), ("", nil),
        ])
    func readsBooleanVariables(_ text: String, _ expected: Bool?) {
        #expect(ValueText.boolean(text) == expected)
    }
}
