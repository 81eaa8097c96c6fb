internal import PeriluneCore

extension Intake {
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
                try await self.deliver(deliveries, from: source.name)
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
        _ deliveries: [HTTPSource.Delivery], from name: String
    ) async throws(PeriluneError) {
        if isStopping { throw .stopping }
        let arrived = deliveries.filter { !$0.events.isEmpty }.map { delivery in
            var events = delivery.events.map {
                live($0.json, source: name, isChecked: delivery.isChecked)
            }
            for index in events.indices { events[index].depth = delivery.depth }
            return Arrival.Delivery(events: events, identity: delivery.identity)
        }
        guard !arrived.isEmpty else { return }
        let status = await withCheckedContinuation { continuation in
            admit(
                Arrival(source: name, deliveries: arrived) { response in
                    continuation.resume(returning: response.status)
                })
        }
        guard status == 202 else {
            throw PeriluneError(
                "intake.full", "the events could not be stored", hint: "send them again later")
        }
    }
}

extension PeriluneError {
    fileprivate static var stopping: PeriluneError {
        PeriluneError("intake.stopping", "the server is shutting down")
    }
}
