import Testing

@testable import Arguments

struct TableProblemsTests {
    @Test func findsNothingWrongWithASoundTable() {
        #expect(sample.problems() == [])
    }

    @Test func findsNamesThatAreThereTwice() {
        var tool = sample
        tool.commands.append(openCommand)
        tool.commands[0].options.append(.toggle("script", short: "h", "Twice."))
        let problems = tool.problems()
        #expect(problems.contains("the command 'open' is there twice"))
        #expect(problems.contains("open: the option '--script' is there twice"))
        #expect(problems.contains("open: the option '-h' is there twice"))
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
