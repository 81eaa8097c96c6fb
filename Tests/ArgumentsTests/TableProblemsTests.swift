import Testing

@testable import Arguments

struct TableProblemsTests {
    @Test func acceptsAValidTable() {
        #expect(sample.problems() == [])
    }

    @Test func findsDuplicateNames() {
        var tool = sample
        tool.commands.append(openCommand)
        tool.commands[0].options.append(.toggle("script", short: "h", "Twice."))
        let problems = tool.problems()
        #expect(problems.contains("the command 'open' is there twice"))
        #expect(problems.contains("open: the option '--script' is there twice"))
        #expect(problems.contains("open: the option '-h' is there twice"))
    }

    @Test func findsDuplicateExitCodes() {
        var tool = sample
        tool.exitCodes += tool.exitCodes.prefix(1)
        let code = tool.exitCodes[0].code
        #expect(tool.problems() == ["the exit code '\(code)' is there twice"])
    }

    @Test(arguments: ["", "Name", "a_b", "a b"])
    func findsInvalidCharactersInLongNames(name: String) {
        let problems = Option.value(name, "NAME", "A name.").problems()
        #expect(problems == ["a long name has small letters, digits and dashes only"])
    }

    @Test func findsANegatedFormThatCollides() {
        var command = processCommand
        command.options.append(.toggle("no-progress", "Collides."))
        #expect(command.problems() == ["the option '--no-progress' is there twice"])
    }

    @Test func findsValuesWithoutAVariable() {
        let problems = Option.value("name", "", "A name.").problems()
        #expect(problems == ["the variable '' is not a word in capitals"])
    }

    @Test func findsExamplesOfAnotherCommand() {
        var tool = sample
        tool.commands[0].examples = processCommand.examples
        #expect(tool.problems().count == 2)
    }

    @Test func findsOperandsThatCanNeverBeFilled() {
        var command = processCommand
        command.operands.append(Operand("MORE", .one, "More."))
        #expect(command.problems() == ["only the last operand may be optional or many"])
    }
}
