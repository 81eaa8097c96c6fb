internal import Glibc
package import PeriluneCore
internal import PeriluneHTTP
internal import PeriluneJSON
internal import PeriluneStore

/// Answers requests to the control socket.
///
/// Only the owner of the process can open the socket, so its clients may do more than senders of events. The requests
/// are `GET /top`, `GET /tap`, `POST /reload`, `POST /explain`, `POST /quarantine/drop`, `POST /quarantine/retry`,
/// `POST /state/drop`, `POST /state/import` and `POST /erase`.
package final class ControlHandler: HTTPHandler {
    /// Reloads the scripts.
    package typealias Reloading = @Sendable () async throws(PeriluneError) -> Reload

    private let intake: Intake
    private let reload: Reloading
    private let canExplain: Bool
    private let note: @Sendable (String) -> Void

    /// Creates a handler.
    ///
    /// Set `canExplain` to false if scripts have effects that a dry run does not prevent. `note` is called for each
    /// change of the store by a client: the audit trail.
    package init(
        _ intake: Intake, canExplain: Bool = true,
        note: @escaping @Sendable (String) -> Void = { _ in }, reload: @escaping Reloading
    ) {
        self.intake = intake
        self.canExplain = canExplain
        self.note = note
        self.reload = reload
    }

    /// Handles a request; 404 for an unknown path, and 405 for a wrong method.
    ///
    /// `GET` requests and changes of the quarantine are answered before it returns, others from a task.
    package func handle(
        _ request: HTTPRequest, _ respond: @escaping @Sendable (HTTPResponse) -> Void
    ) {
        let method = [
            "/top": "GET", "/tap": "GET", "/reload": "POST", "/explain": "POST",
            "/quarantine/drop": "POST", "/quarantine/retry": "POST", "/state/drop": "POST",
            "/state/import": "POST", "/erase": "POST",
        ]
        guard let wanted = method[request.path] else { return respond(.notFound) }
        guard request.method == wanted else { return respond(.wrongMethod(wanted)) }
        switch request.path {
        case "/top": respond(top())
        case "/tap": respond(tap(request.query ?? ""))
        case "/quarantine/drop": respond(dropped(request.body))
        case "/quarantine/retry": respond(retried(request.body))
        case "/state/drop": Task { respond(await changed(request.body, dropState)) }
        case "/state/import": Task { respond(await changed(request.body, importState)) }
        case "/erase": Task { respond(await erased(request.body)) }
        case "/reload": Task { respond(await reloaded()) }
        default: Task { respond(await explained(request.body)) }
        }
    }

    private func top() -> HTTPResponse {
        var overview = intake.overview
        overview.process = Int(getpid())
        return .json(200, overview.value)
    }

    private func tap(_ query: String) -> HTTPResponse {
        do throws(PeriluneError) {
            return .json(200, try TapQuestion(query).answer(intake.live.tap, intake.redact))
        } catch {
            return refusal(error, status: 400)
        }
    }

    private func dropped(_ body: [UInt8]) -> HTTPResponse {
        do throws(PeriluneError) {
            let count = try intake.drop(QuarantineChoice(json: body))
            note("dropped \(Counted(count, "quarantined event"))")
            return .json(200, ["dropped": .integer(Int64(count))])
        } catch {
            return refusal(error, status: 400)
        }
    }

    /// Retries a choice of events; `"assume":"done"` says how to treat requests whose outcome is unknown.
    private func retried(_ body: [UInt8]) -> HTTPResponse {
        do throws(PeriluneError) {
            let value = try Value(json: body)
            let assumed = try AssumedOutcome.read(value["assume"])
            let retried = try intake.retry(
                QuarantineChoice(value, besides: ["assume"]), assuming: assumed)
            let assumption = assumed.map { ", assuming \($0.rawValue)" } ?? ""
            note("retrying \(Counted(retried.events, "quarantined event"))\(assumption)")
            return .json(
                200,
                [
                    "retried": .integer(Int64(retried.events)),
                    "unreadable": .integer(Int64(retried.unreadable)),
                ])
        } catch {
            return refusal(error, status: 400)
        }
    }

    private func changed(
        _ body: [UInt8], _ change: ([UInt8]) async throws(PeriluneError) -> StateCounts
    ) async -> HTTPResponse {
        do throws(PeriluneError) {
            let counts = try await change(body)
            return .json(
                200,
                ["keys": .integer(Int64(counts.keys)), "values": .integer(Int64(counts.values))])
        } catch {
            return refusal(error, status: 409)
        }
    }

    /// Deletes state, for `{"script":"orders.lua","key":"contoso"}`; without a key, all state of the script.
    private func dropState(_ body: [UInt8]) async throws(PeriluneError) -> StateCounts {
        let value = try Value(json: body)
        let key = value["key"]?.string
        // A misspelt key would delete all state of the script.
        guard let script = value["script"]?.string,
            value.object?.pairs.count == (key == nil ? 1 : 2)
        else {
            throw PeriluneError(
                "state.choice", "no script selected, or the key is not a string",
                hint: #"send {"script":"NAME"} or {"script":"NAME","key":"KEY"}"#)
        }
        let counts = try await intake.dropState(of: script, key: key)
        note(
            "dropped \(counts.values) values of state of \(script)\(key == nil ? "" : ", one key")")
        return counts
    }

    /// Imports lines of `perilune state export`.
    private func importState(_ body: [UInt8]) async throws(PeriluneError) -> StateCounts {
        var rows: [StateContents.Row] = []
        for line in body.split(separator: UInt8(ascii: "\n")) {
            rows.append(try StateContents.Row(line: Array(line)))
        }
        let counts = try await intake.saveState(rows)
        note("imported \(counts.values) values of state")
        return counts
    }

    /// Erases a subject, for `{"subject":"contoso"}`.
    private func erased(_ body: [UInt8]) async -> HTTPResponse {
        do throws(PeriluneError) {
            let value = try Value(json: body)
            guard let subject = value["subject"]?.string, !subject.isEmpty,
                value.object?.pairs.count == 1
            else {
                throw PeriluneError(
                    "store.subject", "no subject selected", hint: #"send {"subject":"NAME"}"#)
            }
            let counts = try await intake.erase(subject: subject)
            // Without the subject itself, because logs are kept.
            note(
                "erased a subject: \(counts.quarantine) quarantined events, \(counts.ledger) effects, \(counts.state) values of state, \(counts.outbox) records"
            )
            return .json(200, counts.value)
        } catch {
            return refusal(error, status: 409)
        }
    }

    private func reloaded() async -> HTTPResponse {
        do throws(PeriluneError) {
            let reload = try await reload()
            let changes = reload.changes.map { change -> Value in
                var members: [(String, Value)] = [("script", .string(change.script))]
                if let from = change.from { members.append(("from", .string(from))) }
                if let to = change.to { members.append(("to", .string(to))) }
                return .object(.init(members))
            }
            return .json(
                200,
                [
                    "changed": .bool(!reload.isUnchanged), "what": .string(reload.description),
                    "scripts": .array(changes),
                ])
        } catch {
            return refusal(error, status: 409)
        }
    }

    private func explained(_ body: [UInt8]) async -> HTTPResponse {
        guard canExplain else {
            return refusal(
                PeriluneError(
                    "explain.charts",
                    "cannot explain on a server with dashboards: the scripts would change them even in a dry run",
                    hint: "run 'perilune explain', which opens its own copy of the dashboards"),
                status: 409)
        }
        do throws(PeriluneError) {
            let explanation = try await intake.host.explainInDryRun(Event(json: body))
            if let error = explanation.results.unreadable { return refusal(error, status: 400) }
            let json = explanation.json { (value: Value) in
                Redaction.redact(value.mapStrings { self.intake.redact($0) })
            }
            return HTTPResponse(200, "application/json", json + "\n")
        } catch {
            return refusal(error, status: 400)
        }
    }

    /// An error with its place, because clients of the control socket may read the file.
    private func refusal(_ error: PeriluneError, status: Int) -> HTTPResponse {
        var error = error
        error.message = intake.redact(error.message)
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("error")
        error.write(to: &writer)
        writer.endObject()
        return HTTPResponse(status, "application/json", writer.text + "\n")
    }
}

extension Host.Results {
    /// Why the text is not an event; `nil` if it is one.
    fileprivate var unreadable: PeriluneError? {
        guard let record = records.first, record.type.isEmpty else { return nil }
        return record.error
    }
}
