internal import PeriluneCore
internal import PeriluneLibrary

extension Description.DescribedSource {
    /// The source, whose requests the library decodes.
    func httpSource(_ library: LoadedLibrary, _ number: UInt64) -> HTTPSource {
        HTTPSource(
            path: path, bodyLimit: bodyLimit, summary: summary,
            authenticationHint: authenticationHint,
            warnings: warnings
        ) { request throws(PeriluneError) in
            let answer = try library.ask(.receive, number, request.wireValue, data: request.body)
            return try EventDelivery(answer) { response in
                let handle = LoadedLibrary.Handle(response, of: library)
                return .decided { record in handle.response(to: record) }
            }
        }
    }
}

extension LoadedLibrary.Handle {
    fileprivate func response(to record: Record) -> HTTPResponse {
        do throws(PeriluneError) {
            return try HTTPResponse(try library.ask(.respond, number, record.wireValue))
        } catch {
            return HTTPResponse(500, "text/plain", "the plugin failed to answer\n")
        }
    }
}

extension Description.DescribedCommand {
    /// The command, which the library runs.
    func pluginCommand(_ library: LoadedLibrary, _ number: UInt64) -> PluginCommand {
        PluginCommand(
            name, summary, discussion: discussion, operands: operands, options: options
        ) { invocation in
            try await library.services.with(invocation) { run throws(PeriluneError) in
                let answer = try await library.askLater(
                    .runCommand, number,
                    [
                        "operands": .array(invocation.operands.map { .string($0) }),
                        "values": .object(invocation.values), "run": .integer(Int64(run)),
                    ], limit: nil)
                return Int(try Form(answer.json, "answer").integer("status", in: 0...125))
            }
        }
    }
}

/// A source of events that runs in a library.
struct LibrarySource: EventSource {
    let name: String
    let library: LoadedLibrary
    let number: UInt64

    func run(
        _ deliver: @escaping @Sendable (EventDelivery) async throws(PeriluneError) -> Void
    ) async throws {
        try await library.services.with(deliver) { run throws(PeriluneError) in
            let ended = await withTaskCancellationHandler {
                await end(of: run)
            } onCancel: {
                stop(run)
            }
            try ended.get()
        }
    }

    private func stop(_ run: UInt64) { _ = try? library.ask(.stopSource, run) }

    private func end(of run: UInt64) async -> Result<Void, PeriluneError> {
        do throws(PeriluneError) {
            _ = try await library.askLater(
                .runSource, number, ["run": .integer(Int64(run))], limit: nil
            ) {
                // A stop before the run began had no effect on the library.
                if Task.isCancelled { stop(run) }
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}

extension RecordBatch {
    /// The members of the request to the library, without the records.
    fileprivate var wireValue: Value {
        ["first": .integer(first), "count": .integer(Int64(count)), "sequence": .string(sequence)]
    }
}

/// A sink for records in a library.
struct LibrarySink: RecordSink {
    let name: String
    let library: LoadedLibrary
    let number: UInt64

    func write(_ batch: RecordBatch) async throws {
        _ = try await library.askLater(.writeRecords, number, batch.wireValue, data: batch.records)
    }
}

/// Makes sinks in a library.
struct LibrarySinkFactory: RecordSinkFactory {
    let name: String
    let summary: String
    let library: LoadedLibrary
    let number: UInt64

    func sink(
        named output: String, _ options: SinkOptions
    ) throws(PeriluneError) -> any RecordSink {
        let handle = try library.handle(
            .makeSink, number,
            [
                "output": .string(output), "options": options.values,
                "records": .bool(options.getsRecords), "folder": .string(options.folder),
            ])
        return NamedSink(name: output, handle: handle)
    }

    private struct NamedSink: RecordSink {
        let name: String
        let handle: LoadedLibrary.Handle

        func write(_ batch: RecordBatch) async throws {
            _ = try await handle.library.askLater(
                .writeToSink, handle.number, batch.wireValue, data: batch.records)
        }
    }
}

/// The views of a library.
struct LibraryViews: ViewProvider {
    let library: LoadedLibrary

    var views: [String] {
        get async { (try? await library.askLater(.views))?.json.array?.compactMap(\.string) ?? [] }
    }

    func picture(_ request: PictureRequest) async throws -> Picture? {
        let answer = try await library.askLater(.picture, 0, request.wireValue)
        return answer.json == .null ? nil : try Picture(answer)
    }
}
