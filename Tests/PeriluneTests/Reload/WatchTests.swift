import PeriluneCore
import Synchronization
import Testing

@testable import Perilune

/// Files that change are noticed, once, and not while they are being written.
@Suite(.timeLimit(.minutes(15))) struct WatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private final class Results: Sendable {
        let list = Mutex<[Result<Reload, PeriluneError>]>([])
    }

    /// A host that watches its files, and what it was told of them.
    private final class Watched: Sendable {
        let host: Host
        private let results = Results()
        private let task = Mutex<Task<Void, Never>?>(nil)

        init(_ paths: String...) async throws {
            host = try await Host { try paths.map { .script(try Script($0)) } }
            // Watched before the first change of a test.
            let (host, results) = (host, results)
            task.withLock {
                $0 = Task.immediate {
                    try? await host.reloadWhenChanged { result in
                        results.list.withLock { $0.append(result) }
                    }
                }
            }
        }

        deinit { task.withLock { $0?.cancel() } }

        var told: [Result<Reload, PeriluneError>] { results.list.withLock(\.self) }

        func decides(_ text: String) async throws {
            for _ in 0..<1000 {
                if try await host.process(all: [event("1")]).text == "\"\(text) 1\"\n" { return }
                try await Task.sleep(for: .milliseconds(5))
            }
            Issue.record("it never decided as \(text)")
        }

        /// Whether it is told so often, and no more.
        func isTold(_ count: Int) async throws -> Bool {
            try await tells(count)
            try await Task.sleep(for: .milliseconds(300))
            return told.count == count
        }

        func tells(_ count: Int) async throws {
            for _ in 0..<1000 where told.count < count {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }

    @Test func anEditorThatRenamesIsNoticed() async throws {
        let watched = try await Watched(try folder.say("old"))
        try await watched.decides("old")
        for word in ["one", "two", "three"] {
            try folder.say(word)
            try await watched.decides(word)
        }
    }

    @Test func filesThatAScriptRequiresAreWatched() async throws {
        try folder.write("lib.lua", "return 0")
        try folder.write(
            "say.lua",
            """
            local number = require "lib"
            return { on = "*", execute = function(e, c) c:emit(number .. " " .. e.id) end }
            """)
        let watched = try await Watched(folder.path("say.lua"))
        try folder.write("lib.lua", "return 1")
        try await watched.decides("1")
    }

    /// How often a watcher of a list of files saw a change.
    private actor Sightings {
        private(set) var count = 0

        init(_ watcher: ScriptWatcher) {
            let changes = watcher.changes
            Task { for await _ in changes { await add() } }
        }

        private func add() { count += 1 }

        /// Waits for more sightings than there were; false if there are none.
        func go(beyond count: Int) async throws -> Bool {
            for _ in 0..<1000 where self.count <= count {
                try await Task.sleep(for: .milliseconds(5))
            }
            return self.count > count
        }
    }

    @Test func aFileThatAChangeAddsIsWatched() async throws {
        let files = Journal()
        files.note(try folder.write("list", "one"))
        let watcher = try ScriptWatcher { files.notes }
        let sightings = Sightings(watcher)
        // The first look.
        #expect(try await sightings.go(beyond: 0))
        files.note(folder.path("late"))
        try folder.write("list", "two")
        #expect(try await sightings.go(beyond: 1))
        let count = await sightings.count
        try folder.write("late", "three")
        #expect(try await sightings.go(beyond: count))
        watcher.stop()
    }

    @Test func theListOfWatchedFilesCanBeUpdated() async throws {
        let files = Journal()
        files.note(try folder.write("one", "1"))
        let watcher = try ScriptWatcher { files.notes }
        let sightings = Sightings(watcher)
        #expect(try await sightings.go(beyond: 0))
        files.note(try folder.write("two", "2"))
        watcher.refresh()
        #expect(try await sightings.go(beyond: 1))
        watcher.stop()
    }

    @Test func manyChangesAreReportedOnce() async throws {
        let names = (0..<20).map { "\($0).lua" }
        for name in names { try folder.write(name, "return 0") }
        let paths = names.map { folder.path($0) }
        let watcher = try ScriptWatcher { paths }
        var changes = watcher.changes.makeAsyncIterator()
        // The first look counts as a change.
        _ = await changes.next()
        // So does a change after a pause of a tenth of a second, which a busy machine makes.
        var pauses = 0
        var last = ContinuousClock.now
        for name in names {
            try folder.write(name, "return 1")
            if ContinuousClock.now - last > .milliseconds(90) { pauses += 1 }
            last = .now
        }
        #expect(await changes.next() != nil)
        Task {
            try await Task.sleep(for: .milliseconds(500))
            watcher.stop()
        }
        var more = 0
        while await changes.next() != nil { more += 1 }
        #expect(more <= pauses)
    }

    @Test func aFileThatIsBeingWrittenIsWaitedFor() async throws {
        let path = try folder.say("old")
        let watcher = try ScriptWatcher { [path] }
        // The first look counts as a change.
        #expect(await watcher.changes.first { _ in true } != nil)
        let file = try OpenFile(path)
        let isComplete = Atomic(false)
        async let wasComplete = watcher.changes.first { _ in true }
            .map { isComplete.load(ordering: .sequentiallyConsistent) }
        file.write("return { on = '*',")
        try await Task.sleep(for: .milliseconds(400))
        file.write(" execute = function(e, c) c:emit('new ' .. e.id) end }")
        isComplete.store(true, ordering: .sequentiallyConsistent)
        file.close()
        #expect(await wasComplete == true)
    }

    @Test func aBrokenFileIsReportedAndItsFixIsLoaded() async throws {
        let watched = try await Watched(try folder.say("old"))
        try folder.write("say.lua", "return {")
        try await watched.tells(1)
        guard case .failure(let error)? = watched.told.first else {
            return #expect(watched.told.isEmpty)
        }
        #expect(error.code == "script.syntax")
        #expect(error.place.line == 1)
        try await watched.decides("old")
        try folder.say("new")
        try await watched.decides("new")
    }

    @Test func aFileThatIsRemovedAndRestoredIsNoticed() async throws {
        let watched = try await Watched(try folder.say("old"))
        try Files.remove(folder.path("say.lua"))
        try await watched.tells(1)
        try await watched.decides("old")
        try folder.say("new")
        try await watched.decides("new")
    }

    @Test func foldersThatAreLinksAreFollowed() async throws {
        // As a cluster mounts configuration: a.lua -> ..data/a.lua, ..data -> ..1
        for (number, word) in [("..1", "old"), ("..2", "new"), ("..3", "newer")] {
            try Files.makeFolder(folder.path(number))
            try folder.write("\(number)/say.lua", TemporaryFolder.saying(word))
        }
        try Files.link(folder.path("..data"), to: "..1")
        try Files.link(folder.path("say.lua"), to: "..data/say.lua")
        let watched = try await Watched(folder.path("say.lua"))
        try await watched.decides("old")
        for (number, word) in [("..2", "new"), ("..3", "newer")] {
            try Files.link(folder.path("..next"), to: number)
            Files.move(folder.path("..next"), over: folder.path("..data"))
            try await watched.decides(word)
        }
        #expect(try await watched.isTold(2))
    }

    @Test func everyComponentOfAPathIsWatched() throws {
        try Files.makeFolder(folder.path("real"))
        try folder.write("real/a.lua", "")
        try Files.link(folder.path("way"), to: "real")
        let root = WatchedNames([folder.path("x")]).names.keys.first ?? ""
        let names = WatchedNames([folder.path("way/a.lua"), folder.path("missing/b.lua")])
        #expect(names.names[root] == ["way", "missing"])
        #expect(names.names["\(root)/real"] == ["a.lua"])
        #expect(names.concerns("other.lua", in: root))
        #expect(!names.concerns("log.jsonl", in: root))
        let inFolder = WatchedNames([folder.path("real/")]).names
        #expect(inFolder[root] == ["real"])
        #expect(inFolder["\(root)/real"] == [])
        // A chain of links that never ends.
        try Files.link(folder.path("loop"), to: "loop")
        #expect(WatchedNames([folder.path("loop/a.lua")]).names[root] == ["loop"])
    }
}
