public import PeriluneCore
internal import PeriluneStore

extension Intake {
    /// Opens what the sources of plugins read, so that senders can begin.
    ///
    /// - Returns: What each of them reads, for the message of the server at the start.
    /// - Throws: The error of a source that cannot be opened.
    public func openSources() throws(PeriluneError) -> [String] {
        var places: [String] = []
        for source in host.registry.eventSources {
            if let place = try source.open() { places.append(place) }
            guard source.lost != nil else { continue }
            show(
                "perilune_source_lost_messages",
                help: "Messages that were lost before they could be read.",
                labels: [("source", source.name)]
            ) { [dropped] in Double((source.lost ?? 0) + dropped.count(of: source.name)) }
        }
        return places
    }

    /// Runs the sources that plugins bring, until the task is cancelled.
    ///
    /// One that ends by an error is reported, and the others go on.
    public func runSources() async {
        await withTaskGroup(of: Void.self) { group in
            for source in host.registry.eventSources {
                group.addTask { await self.run(source) }
            }
        }
    }

    private func run(_ source: any EventSource) async {
        do {
            let host = SourceHost { [weak self] deliveries throws(PeriluneError) in
                guard let self else { throw .stopping }
                try await self.deliver(deliveries, from: source)
            } report: { [weak self] error in
                self?.note(error, source.name)
            }
            try await source.run(in: host)
        } catch {
            guard !Task.isCancelled else { return }
            let known = error as? PeriluneError ?? PeriluneError("source.failed", "\(error)")
            note(known, source.name)
        }
    }

    /// Takes in what a source delivers; returns when it is kept.
    private func deliver(
        _ deliveries: [HTTPSource.Delivery], from source: any EventSource
    ) async throws(PeriluneError) {
        if isStopping { throw .stopping }
        if let error = lackOfRoom { throw error }
        let (now, name) = (Timestamp.now, source.name)
        var arrived: [Arrival.Delivery] = []
        var unreadable: [UnreadableEntry] = []
        for delivery in deliveries {
            unreadable += delivery.unreadable
            var events: [LiveEvent] = []
            for event in delivery.events {
                do throws(PeriluneError) {
                    var live = live(try checked(event, now), source: name)
                    live.depth = delivery.depth
                    events.append(live)
                } catch {
                    unreadable.append(UnreadableEntry(event.json, error))
                }
            }
            if !events.isEmpty {
                arrived.append(Arrival.Delivery(events: events, identity: delivery.identity))
            }
        }
        if !arrived.isEmpty { try await admit(arrived, name) }
        if unreadable.isEmpty { return }
        let kept = kept(unreadable, of: source)
        if !kept.isEmpty { await quarantine(kept, name) }
    }

    private func admit(
        _ deliveries: [Arrival.Delivery], _ name: String
    ) async throws(PeriluneError) {
        let status = await withCheckedContinuation { continuation in
            admit(
                Arrival(source: name, deliveries: deliveries) { response in
                    continuation.resume(returning: response.status)
                })
        }
        guard status == 202 else {
            throw PeriluneError(
                "intake.full", "the events could not be stored", hint: "send them again later")
        }
    }

    /// Keeps what could not be read, with the reason.
    private func quarantine(_ entries: ArraySlice<UnreadableEntry>, _ name: String) async {
        var settlement = Settlement()
        for entry in entries {
            var writer = JSONWriter()
            entry.error.write(to: &writer)
            settlement.quarantined.append(
                QuarantinedEvent(
                    number: nil, source: name, event: entry.bytes, error: writer.text))
            let problem = Problem(
                line: 0, offset: 0, event: nil, error: entry.error, path: name, isQuarantined: true)
            if !settlement.problems.contains(where: { $0.isRepeated(by: problem) }) {
                settlement.problems.append(problem)
            }
            settlement.decisions.quarantined[entry.error.code.rawValue, default: 0] += 1
        }
        metrics.received(entries.count, by: name)
        await withCheckedContinuation { continuation in
            settlement.answers.append { continuation.resume() }
            settled(settlement)
        }
    }
}

extension PeriluneError {
    fileprivate static var stopping: PeriluneError {
        PeriluneError("intake.stopping", "the server is shutting down")
    }
}
