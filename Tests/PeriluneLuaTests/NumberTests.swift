import Perilune
import PeriluneCore
import PeriluneJSON
import PeriluneLua
import Testing

/// Numbers go in and out as they are.
struct NumberTests {
    private let lab = Lab()

    @Test(arguments: [
        "0", "-1", "9223372036854775807", "-9223372036854775808", "9007199254740993",
        "9007199254740992", "1.5", "-0.0", "1e300", "5e-324", "0.1", "1.7976931348623157e308",
    ])
    func numbersRoundTrip(_ number: String) async throws {
        let written = try await lab.value(of: "event.data + 0", number)
        let expected = try Value(json: number), actual = try Value(json: written)
        #expect(actual == expected, "\(number) became \(written)")
        if case .integer = expected { #expect(written == number) }
    }

    @Test(arguments: [
        ("9223372036854775807", "integer"), ("9007199254740993", "integer"), ("1.0", "float"),
        ("1e2", "float"), ("-0", "float"), ("1E400", "no"), ("9223372036854775808", "no"),
    ])
    func theKindFollowsTheSpelling(_ number: String, _ kind: String) async throws {
        if kind == "no" {
            let error = try await lab.error("commander:emit(math.type(event.data))", number)
            #expect(error.message.contains(#"the number "data": \#(number) does not fit"#))
        } else {
            #expect(try await lab.value(of: "math.type(event.data)", number) == "\"\(kind)\"")
        }
    }

    @Test func aNegativeZeroStaysNegative() async throws {
        #expect(try await lab.value(of: "1 / event.data < 0", "-0") == "true")
        #expect(try await lab.value(of: "-0.0") == "-0.0")
    }

    @Test(arguments: ["1e400", "-1e400", "18446744073709551616", "1E+999", "123456789012345678901"])
    func readingANumberThatDoesNotFitNamesIt(_ number: String) async throws {
        let error = try await lab.error("local x = event.data.a.b", #"{"a":{"b":\#(number)}}"#)
        #expect(error.message.contains(#"the number "b": \#(number) does not fit"#))
        #expect(error.place.line == 4)
    }

    @Test(arguments: [
        (#"local x = event.data.password"#, #"{"password":98765432109876543210}"#),
        (#"local x = json.copy(event.data).n + 1"#, #"{"n":98765432109876543210}"#),
        (#"local x = event.data.password[1]"#, #"{"password":[98765432109876543210]}"#),
    ])
    func aSecretThatDoesNotFitIsNotShown(_ code: String, _ data: String) async throws {
        let error = try await lab.error(code, data)
        #expect(error.message.contains("does not fit a script"))
        #expect(!Redaction.redact(error.message).contains("987"))
    }

    @Test func aLogLineShowsNumbersThatDoNotFit() async throws {
        let lines = Lines()
        var lab = lab
        lab.log = lines
        _ = try await lab.emitted(
            "log.info('x', event.data)", #"{"n":1e400,"list":[18446744073709551616,1]}"#)
        #expect(lines.all.map(\.fields) == [["n": "1e400", "list": ["18446744073709551616", 1]]])
    }

    @Test(arguments: ["1e400", "18446744073709551616", "1.10", "1E5", "-0", "1.0e+2", "100e-2"])
    func numbersThatAreNotReadKeepTheirSpelling(_ number: String) async throws {
        let data = #"{"a":\#(number),"b":[\#(number)]}"#
        #expect(try await lab.value(of: "event.data", data) == data)
        #expect(
            try await lab.value(of: #"json.with(event.data, { c = 1 })"#, data)
                == data.dropLast() + #","c":1}"#)
        #expect(try await lab.value(of: "event.data.b", data) == "[\(number)]")
        #expect(try await lab.value(of: #"json.text(event.data, "a")"#, data) == "\"\(number)\"")
    }

    @Test(arguments: ["1e400", "-1e400", "18446744073709551616", "9223372036854775808"])
    func aCopyKeepsNumbersThatDoNotFit(_ number: String) async throws {
        let data = #"{"a":\#(number),"b":[1,\#(number)]}"#
        #expect(try await lab.value(of: "json.copy(event.data)", data) == data)
        #expect(try await lab.value(of: "json.decode(json.encode(event.data))", data) == data)
        let parts = "{ tostring(copy.a), copy.a == copy.b[2], copy.b[1] + 1, type(copy.a) }"
        let lines = try await lab.emitted(
            "local copy = json.copy(event.data) commander:emit(\(parts))", data)
        #expect(lines == [#"["\#(number)",true,2,"userdata"]"#])
    }

    @Test(arguments: [
        "copy + 1", "1 - copy", "-copy", "copy < copy", "copy <= 1", "copy // 2", "copy | 1",
        "copy.x",
        "~copy", "copy ^ 2", "copy % 2", "copy * copy", "copy >> 1", "copy & 1", "copy / 1",
    ])
    func computingWithANumberThatDoesNotFitFails(_ expression: String) async throws {
        let error = try await lab.error(
            "local copy = json.copy(event.data)[1] commander:emit(\(expression))", "[1e400]")
        #expect(error.message.contains("the number does not fit a script"))
    }

    @Test(arguments: ["1/0", "-1/0", "0/0"])
    func numbersThatJSONCannotRepresentAreRefused(_ expression: String) async throws {
        let error = try await lab.error("commander:emit(\(expression))")
        #expect(error.message.contains("cannot be represented in JSON"))
    }

    @Test func extremesPassThroughAHostFunction() async throws {
        var lab = lab
        lab.modules = [.echo]
        for number in ["9223372036854775807", "-9223372036854775808", "9007199254740993"] {
            let lines = try await lab.emitted(
                "commander:emit(echo.value(event.data))", before: "local echo = require 'echo'",
                number)
            #expect(lines == [number])
        }
    }

    @Test func aDoubleThatLooksWholeStaysADouble() async throws {
        var lab = lab
        lab.modules = [.echo]
        let lines = try await lab.emitted(
            "commander:emit({ 2.0, math.type(echo.value(2.0)), 1e15, 2^53 })",
            before: "local echo = require 'echo'")
        let values = try Value(json: try #require(lines.first)).array
        #expect(values == [.number(2), "float", .number(1e15), .number(9_007_199_254_740_992)])
    }
}

extension HostModule {
    /// Answers its argument.
    static let echo = HostModule(
        "echo", "For tests.",
        [
            HostFunction(
                "value", "Answers its argument.", [.init("value", .any, "anything")],
                returns: "any", .sync { arguments, _ in arguments.first })
        ])
}
