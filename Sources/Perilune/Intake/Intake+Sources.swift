public import PeriluneCore
internal import PeriluneFiles
internal import PeriluneStore

extension Intake {
    /// Opens the inputs of the sources of plugins, so that senders can begin.
    ///
    /// - Returns: What each of them reads, for the message of the server at the start.
    /// - Throws: The error of a source that cannot be opened.
    public func openSources() throws(PeriluneError) -> [String] {
        var places: [String] = []
        addInputGauges()
        for source in host.registry.eventSources {
            if let place = try source.open() { places.append(place) }
            guard source.lost != nil else { continue }
            addGauge(
                "perilune_source_lost_messages",
                help: "Messages that were lost before they could be read.",
                labels: [("source", source.name)]
            ) { [dropped] in Double((source.lost ?? 0) + dropped.count(of: source.name)) }
        }
        return places
    }

    /// Runs the sources of plugins until the task is cancelled.
    ///
    /// If a source ends with an error, the error is reported and the other sources continue.
    public func runSources() async {
        await withTaskGroup(of: Void.self) { group in
            for source in host.registry.eventSources {
                group.addTask { await self.run(source) }
            }
        }
    }

    private func run(_ source: any EventSource) async {
        do {
            var host = SourceHost { [weak self] deliveries, positions throws(PeriluneError) in
                guard let self else { throw .stopping }
                try await self.deliver(deliveries, positions, from: source)
            } positions: { [store] () throws(PeriluneError) in
                try store?.positions(of: source.name) ?? []
            } report: { [weak self] error in
                self?.report(error, source.name)
            } note: { [log] message in
                log.log(
                    LogLine(
                        level: "info", message: message, fields: nil, script: source.name,
                        event: nil))
            }
            let written = writtenFiles
            host.checkInput = { path throws(PeriluneError) in
                guard FileSet(exactly: written).contains(path) else { return }
                throw PeriluneError(
                    .outputIsInput, "the file is not read: this process writes it",
                    at: .init(file: path))
            }
            try await source.run(in: host)
        } catch {
            guard !Task.isCancelled else { return }
            let known = error as? PeriluneError ?? PeriluneError("source.failed", "\(error)")
            report(known, source.name)
        }
    }

    /// Accepts the deliveries of a source; returns when they are stored, together with the source's positions.
    private func deliver(
        _ deliveries: [EventDelivery], _ positions: [SourcePosition],
        from source: any EventSource
    ) async throws(PeriluneError) {
        if isStopping { throw .stopping }
        if let error = lackOfRoom { throw error }
        let (now, name) = (Timestamp.now, source.name)
        var arrived: [Arrival.Delivery] = []
        var unreadable: [UnreadableEntry] = []
        for delivery in deliveries {
            let events = live(delivery, source: name, at: now, &unreadable)
            if !events.isEmpty {
                arrived.append(
                    Arrival.Delivery(
                        events: events, identity: delivery.identity, time: delivery.time))
            }
        }
        let kept = unreadable.isEmpty ? [] : acceptableEntries(unreadable, of: source)
        if !arrived.isEmpty || !kept.isEmpty || !positions.isEmpty {
            try await store(arrived, positions, kept, name)
        }
        if source.lost != nil, !unreadable.isEmpty {
            drop(unreadable.count - kept.count, of: source)
        }
    }

    /// The events of a delivery for the workers; those that are not valid are added to the unreadable entries.
    func live(
        _ delivery: EventDelivery, source: String, at now: Timestamp,
        _ unreadable: inout [UnreadableEntry]
    ) -> [LiveEvent] {
        unreadable += delivery.unreadable
        var events: [LiveEvent] = []
        events.reserveCapacity(delivery.events.count)
        for (number, event) in delivery.events.enumerated() {
            do throws(PeriluneError) {
                let json = delivery.isChecked ? event.json : try checked(event, now)
                var live = live(
                    json, source: source, index: delivery.isChecked ? delivery.index : nil)
                live.depth = delivery.depth
                events.append(live)
            } catch {
                var entry = UnreadableEntry(event.json, error.at(number, of: delivery))
                entry.isRejectedEvent = true
                unreadable.append(entry)
            }
        }
        return events
    }

    /// Adds the deliveries of a source to the inbox in one transaction.
    private func store(
        _ arrived: [Arrival.Delivery], _ positions: [SourcePosition],
        _ kept: ArraySlice<UnreadableEntry>, _ name: String
    ) async throws(PeriluneError) {
        let settlement = kept.isEmpty ? nil : settlement(of: kept, name)
        let status = await withCheckedContinuation { continuation in
            admit(
                Arrival(
                    source: name, deliveries: arrived, positions: positions, unreadable: settlement
                ) { response in continuation.resume(returning: response.status) })
        }
        guard status == 202 else {
            throw PeriluneError(
                "intake.full", "the events could not be stored", hint: "send them again later")
        }
    }

    /// The unreadable entries, with their errors, for the quarantine.
    func settlement(of entries: ArraySlice<UnreadableEntry>, _ name: String) -> Settlement {
        var settlement = Settlement()
        for entry in entries {
            var writer = JSONWriter()
            entry.error.write(to: &writer)
            settlement.quarantined.append(
                QuarantinedEvent(
                    number: nil, source: name, event: entry.bytes, error: writer.text,
                    isUnreadable: !entry.isRejectedEvent))
            let problem = Problem(
                line: 0, offset: 0, event: nil, error: entry.error, path: name, isQuarantined: true)
            if !settlement.problems.contains(where: { $0.isRepeated(by: problem) }) {
                settlement.problems.append(problem)
            }
            settlement.decisions.quarantined[entry.error.code.rawValue, default: 0] += 1
        }
        return settlement
    }
}

extension PeriluneError {
    static var stopping: PeriluneError {
        PeriluneError("intake.stopping", "the server is shutting down")
    }

    /// The error with the place of an event of a delivery in its file.
    fileprivate func at(_ number: Int, of delivery: EventDelivery) -> PeriluneError {
        guard let lines = delivery.lines else { return self }
        var error = self
        error.place.file = lines.file
        error.place.line = lines.numbers[number] + max(0, (place.line ?? 1) - 1)
        return error
    }
}
