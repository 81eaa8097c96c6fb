import Perilune
import PeriluneCore
import Testing

@testable import SharingPlugin

struct CaptureTests {
    private let lab = SharingLab()

    @Test func aPictureIsTakenAndItsSizeRecorded() async throws {
        #expect(
            try await lab.effects(
                #"snapshot.capture("sales", { format = "svg", width = 800, scale = 2 })"#)
                == [
                    #"{"id":"e/share/1","kind":"snapshot","view":"sales","format":"svg","width":1600,"scale":2,"height":600}"#
                ])
    }

    @Test func theAnswerIsAHandleOfThePicture() async throws {
        #expect(
            try await lab.emitted(#"commander:emit(snapshot.capture("people"))"#)
                == #"{"alternative":"Sales by region","format":"png","height":300,"snapshot":"e/share/1","view":"people","width":400}"#
                + "\n")
    }

    @Test func withoutANameTheFirstViewIsCaptured() async throws {
        #expect(
            try await lab.effects("snapshot.capture()")
                == [
                    #"{"id":"e/share/1","kind":"snapshot","format":"png","view":"sales","width":400,"height":300}"#
                ])
    }

    @Test func everyOptionReachesTheView() async throws {
        _ = try await lab.effects(
            """
            snapshot.capture("sales", { format = "pdf", width = 640.5, height = 480, scale = 1.5,
              theme = "Vallina", locale = "de_DE", orientation = "portrait",
              annotate = { { type = "text", text = "Look" } } })
            """)
        #expect(
            lab.views.requests == [
                PictureRequest(
                    "sales", format: .pdf, width: 640.5, height: 480, scale: 1.5, theme: "Vallina",
                    locale: "de_DE", orientation: .portrait,
                    annotations: [["text": "Look", "type": "text"]])
            ])
    }

    /// What a theme may hold, who draws the view knows.
    @Test func aThemeMayBeATable() async throws {
        _ = try await lab.effects(
            #"snapshot.capture("sales", { theme = { palette = { "red" } } })"#)
        #expect(lab.views.requests.map(\.theme) == [["palette": ["red"]]])
    }

    @Test func scriptsCanReadTheBytes() async throws {
        #expect(
            try await lab.emitted(
                #"commander:emit(snapshot.base64(snapshot.capture("sales", { format = "svg" })))"#)
                == "\"c2FsZXMgYXMgc3Zn\"\n")
    }

    @Test func aViewThatIsNotThereIsAnErrorWithTheNames() async throws {
        let error = try await lab.error(#"snapshot.capture("seles")"#)
        #expect(error?.code == "view.unknown")
        #expect(
            error?.message
                == "there is no view 'seles' (did you mean 'sales'?); the views are sales, people")
    }

    @Test(arguments: [
        ("snapshot.capture(\"sales\", { format = \"gif\" })", "svg, png, pdf"),
        ("snapshot.capture(\"sales\", { widht = 3 })", "did you mean 'width'?"),
        ("snapshot.capture(\"sales\", { width = 0 })", "width"),
        ("snapshot.capture(\"sales\", { scale = 1e9 })", "scale"),
        ("snapshot.capture(\"sales\", { width = 1e4, height = 1e4, scale = 8 })", "pixels"),
        ("snapshot.capture(\"sales\", { theme = 7 })", "theme"),
        ("snapshot.capture(\"sales\", { orientation = \"up\" })", "landscape or portrait"),
        ("snapshot.capture(\"sales\", 7)", "'options' must be a table"),
        ("snapshot.capture({})", "'view' must be"),
        ("snapshot.base64({})", "snapshot.capture"),
        ("snapshot.base64({ snapshot = \"x\", format = \"png\" })", "there is no picture 'x'"),
    ])
    func refusesInvalidOptions(body: String, message: String) async throws {
        let record = try await lab.results(body).records[0]
        #expect(record.error?.message.contains(message) == true)
        #expect(record.effects.isEmpty)
    }

    @Test(arguments: [("1e4", true), ("10001", false)])
    func theNumberOfPixelsIsLimited(width: String, isDrawn: Bool) async throws {
        let record = try await lab.results(
            "snapshot.capture('sales', { width = \(width), height = 1e4, scale = 1 })"
        ).records[0]
        #expect((record.error == nil) == isDrawn)
        #expect(record.effects.isEmpty == !isDrawn)
    }

    @Test func aDryRunDrawsNothing() async throws {
        var lab = lab
        lab.isDryRun = true
        #expect(
            try await lab.effects(
                #"local p = snapshot.capture("sales") assert(snapshot.base64(p) == "")"#)
                == [#"{"id":"e/share/1","kind":"snapshot","view":"sales","format":"png"}"#])
        #expect(lab.views.requests.isEmpty)
    }

    @Test func anAnswerFromTheLedgerIsRedrawn() async throws {
        let directory = ViewDirectory()
        directory.add(lab.views)
        let calls = CaptureCalls(directory)
        let answer: Value = [
            "snapshot": "e/x/1", "view": "sales", "format": "png", "width": 400, "height": 300,
        ]
        let call = AsyncHostCall(
            script: "x", source: "s", identity: "e/x/1", log: NoLog(),
            ledger: AnsweringLedger(answer: answer))
        #expect(try await calls.capture(["sales"], call) == answer)
        #expect(lab.views.requests.count == 1)
        #expect(directory.taken.picture(id: "e/x/1", source: "s") != nil)
    }

    @Test func theOldestPicturesAreEvicted() throws {
        let store = PictureStore(limit: 10)
        func picture(_ count: Int) -> Picture {
            Picture(
                bytes: Array(repeating: 0, count: count), format: .png, width: 1, height: 1,
                alternative: "")
        }
        try store.keep(picture(4), id: "a", source: "s")
        try store.keep(picture(4), id: "b", source: "s")
        try store.keep(picture(4), id: "b", source: "other")
        #expect(store.picture(id: "a", source: "s") == nil)
        #expect(store.picture(id: "b", source: "s") != nil)
        try store.keep(picture(6), id: "b", source: "s")
        #expect(store.picture(id: "b", source: "other") != nil)
        #expect(throws: PeriluneError.self) {
            try store.keep(picture(11), id: "c", source: "s")
        }
    }
}

private struct NoLog: LogSink {
    func log(_ line: LogLine) {}
}

private struct AnsweringLedger: EffectLedger {
    let answer: Value
    func begin(_ identity: String, kind: String, request: Value) -> LedgerEntry {
        .answered(.value(answer))
    }
    func finish(_ identity: String, _ answer: LedgerAnswer) {}
    func answer(to identity: String) -> LedgerAnswer? { nil }
}
