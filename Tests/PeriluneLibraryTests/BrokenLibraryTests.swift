import Foundation
import Perilune
import Testing

/// What comes from a library is checked: none of these may crash the host.
struct BrokenLibraryTests {
    private func problem(_ library: CLibrary) throws -> PeriluneError {
        try #require(throws: PeriluneError.self) { _ = try library.load() }
    }

    @Test func aPluginCanBeWrittenInC() async throws {
        let library = try CLibrary(
            """
            if (operation == PERILUNE_DESCRIBE)
                say("{\\"name\\":\\"answers\\",\\"modules\\":[{\\"name\\":\\"answers\\",\\"summary\\":\\"s\\","
                    "\\"functions\\":[{\\"name\\":\\"all\\",\\"summary\\":\\"s\\",\\"kind\\":\\"sync\\"}]}]}");
            else say("{\\"value\\":42}");
            """)
        let host = try await Host {
            try library.load()
            Script(
                name: "r.lua",
                source:
                    "return { on = 'a', execute = function(_, c) c:emit(require('answers').all()) end }"
            )
        }
        let results = try await host.process(all: [Event(id: "1", source: "s", type: "a")])
        #expect(String(decoding: results.output, as: UTF8.self) == "42\n")
    }

    @Test func aFileThatIsNotALibraryIsNamed() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).so").path
        try Data("no library".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = try #require(throws: PeriluneError.self) { _ = try LibraryPlugin(path) }
        #expect(error.code == "plugin.library")
        #expect(error.place.file == path)
    }

    @Test func aMissingFileIsNamed() throws {
        let error = try #require(throws: PeriluneError.self) { _ = try LibraryPlugin("none.so") }
        #expect(error.code == "plugin.missing")
    }

    @Test func aLibraryWithoutTheEntryIsNoPlugin() throws {
        let error = try problem(try CLibrary("", entry: "int other(void) { return 1; }"))
        #expect(error.code == "plugin.library")
        #expect(error.hint?.contains("@_cdecl") == true)
    }

    @Test func aLibraryForAnotherBoundaryIsRefused() throws {
        let other = """
            const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *host) {
                static perilune_table table = {99, 0, NULL, NULL, call};
                return &table;
            }
            """
        let error = try problem(try CLibrary("", entry: other))
        #expect(error.code == "plugin.abi")
        #expect(error.message.contains("99"))
        let refuses = """
            const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *host) {
                static perilune_table table = {1, 0, "too old", NULL, call};
                return &table;
            }
            """
        #expect(try problem(try CLibrary("", entry: refuses)).message.contains("too old"))
    }

    @Test func aMissingFunctionTableIsAnError() throws {
        let none = """
            const perilune_table *perilune_plugin(uint32_t abi, const perilune_table *host) { return NULL; }
            """
        #expect(try problem(try CLibrary("", entry: none)).code == "plugin.boundary")
    }

    @Test func aMissingAnswerIsAnError() throws {
        #expect(try problem(try CLibrary("")).message.contains("not answered"))
    }

    @Test func secondAnswersAreIgnored() throws {
        let library = try CLibrary(
            #"say("{\"name\":\"twice\"}"); say("{\"name\":\"other\"}");"#)
        #expect(try library.load().name == "twice")
    }

    @Test(arguments: [
        "", "null", "[]", "{}", #"{"name":1}"#, #"{"name":"Not Kebab"}"#, "{",
        #"{"name":"a","modules":1}"#,
        #"{"name":"a","modules":[{}]}"#,
        #"{"name":"a","handlers":[{"name":"h","types":["a..b"]}]}"#,
        #"{"name":"a","delegates":[{"name":"d","types":["*"],"ordering":"other"}]}"#,
        #"{"name":"a","sources":[{"path":"x","summary":""}]}"#,
    ])
    func descriptionsAreChecked(_ json: String) throws {
        let text = json.replacing("\"", with: "\\\"")
        let error = try problem(try CLibrary("say(\"\(text)\");"))
        #expect(error.place.file != nil)
    }

    @Test func impossibleSizesAreRefused() throws {
        let library = try CLibrary(
            """
            perilune_message m = {{(const uint8_t *)"x", (size_t)1 << 60}, {NULL, 0}};
            answer(context, false, &m);
            """)
        #expect(try problem(library).message.contains("bytes"))
        let nothing = try CLibrary(
            "perilune_message m = {{NULL, 7}, {NULL, 0}}; answer(context, false, &m);")
        #expect(try problem(nothing).code == "plugin.boundary")
    }

    @Test func errorsAreShortenedAndTheirCodesChecked() throws {
        let library = try CLibrary(
            """
            const char *e = "{\\"code\\":\\"A B\\",\\"message\\":\\"m\\"}";
            perilune_message m = {{(const uint8_t *)e, strlen(e)}, {NULL, 0}};
            answer(context, true, &m);
            """)
        let error = try problem(library)
        #expect(error.code == "plugin.failed")
        #expect(error.message == "m")
    }
}
