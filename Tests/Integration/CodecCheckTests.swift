import Foundation
import Testing

/// What is checked of events that codecs write, and files that scripts must not wait for.
struct CodecCheckTests {
    private let shell: Shell

    init() throws {
        shell = try Shell()
        try shell.write(
            "return { on = '*', execute = function(event, commander) commander:emit(event.data) end }",
            "rule.lua")
    }

    @Test func aVariableThatOccursTwiceInALogFormatIsRefused() throws {
        try shell.write("200 500\n", "access.log")
        let result = try shell.perilune(
            "process access.log --as nginx --codec 'format=$status $status' -s rule.lua")
        #expect(result.errors.contains("the name \"status\" appears twice in one object"))
        #expect(result.errors.contains("1 failed"))
    }

    @Test func aNameThatOccursTwiceInAnEntryIsRefused() throws {
        try shell.write("{\"a\":1,\"a\":2}\n", "log.json")
        let result = try shell.perilune("process log.json --as json -s rule.lua")
        #expect(result.errors.contains("the name \"a\" appears twice in one object"))
    }

    @Test(arguments: [
        ("local m = require 'other'", "expected a module, got a pipe or a device"),
        (
            "local m = require('lookup').open('rows', { key = 'id', format = 'csv' })",
            "expected a lookup file, got a pipe or a device"
        ),
        (
            "local m = require('lookup').open('rows', { key = 'id', format = 'sqlite', table = 't' })",
            "expected a lookup file, got a pipe or a device"
        ),
    ])
    func aPipeBesideAScriptDoesNotBlockCheck(line: String, message: String) throws {
        let rule = "return { on = '*', execute = function() return m end }"
        try shell.write("\(line)\n\(rule)\n", "waits.lua")
        let result = try shell.run("mkfifo rows other.lua && timeout 60 perilune check waits.lua")
        #expect((result.output + result.errors).contains(message))
    }
}
