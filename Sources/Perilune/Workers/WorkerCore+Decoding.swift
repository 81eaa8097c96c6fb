internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

extension WorkerCore {
    /// Adds a time to an event without one.
    func stamp(_ batch: EventBatch) throws(PeriluneError) {
        guard let time = batch.time, !reader.hasTime else { return }
        let event = Event(json: reader.json).stamped(try time.time(of: reader))
        try reader.read(copy: event.json, trusted: true)
    }

    /// The worker's own decoder for a log; `nil` if entries are events.
    func decoder(_ maker: DecoderMaker) throws(PeriluneError) -> (any EntryDecoder)? {
        if let decoding, decoding.maker === maker { return decoding.decoder }
        let decoder = try maker.make()
        decoding = (maker, decoder)
        return decoder
    }

    /// Processes the entries of a batch that belong to its lane.
    func decide(
        _ batch: EventBatch, _ decoder: any EntryDecoder, _ progress: BatchInProgress
    ) {
        var job = use(progress)
        let building = decoder as? any BuildingDecoder
        let previewing = canPreview(batch) ? decoder as? any PreviewingDecoder : nil
        let filter = previewing.flatMap { self.filter($0, batch, job) }
        unsafe batch.chunk.withBytes { bytes in
            var entries = unsafe ChunkEntries(batch.chunk, bytes)
            var count = 0
            while count < batch.limit {
                if let filter {
                    count += skip(&entries, filter, atMost: batch.limit - count, job)
                }
                guard count < batch.limit, let entry = entries.next() else { break }
                count += 1
                // A suspended event keeps its job, and the worker has created a new one.
                if job.isDetached, let next = self.job { job = next }
                job.line = entry.line
                job.entry = entry.number
                job.offset = batch.chunk.offset + entry.offset
                if let run = options.run {
                    job.commander.ledger = LineLedger(
                        run.store, log: batch.logNumber, line: entry.line)
                }
                let text = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[entry.offset..<entry.offset + entry.length])
                if let previewing {
                    unsafe decide(text, previewing, batch, job)
                } else {
                    unsafe decide(text, decoder, building, batch, job)
                }
                if batch.marksLines { progress.endLine(entry.line, entry.number) }
            }
        }
        // If several lanes share a batch, each decodes all entries, so only one counts.
        if batch.lane.number == 0, let noticing = decoder as? any NoticingDecoder {
            noticing.takeNotices(into: &progress.result.summary.notices)
        }
    }

    private func decide(
        _ entry: UnsafeRawBufferPointer, _ decoder: any EntryDecoder,
        _ building: (any BuildingDecoder)?, _ batch: EventBatch, _ job: EventJob
    ) {
        let place = EntryPlace(line: job.line, offset: job.offset)
        do throws(PeriluneError) {
            if let building {
                built.removeAll()
                unsafe try building.decode(Span(_unsafeBytes: entry), at: place, into: built)
            } else {
                decoded.removeAll(keepingCapacity: true)
                unsafe try decoder.decode(Span(_unsafeBytes: entry), at: place, into: &decoded)
            }
        } catch {
            return unsafe refuse(entry, error, batch, job)
        }
        if building != nil { return decideBuilt(batch, job) }
        let length = decoded.count
        if length == 0 { return }
        decoded.append(contentsOf: repeatElement(0x20, count: JSONEvent.padding))
        unsafe decoded.withUnsafeBytes { bytes in
            unsafe decide(UnsafeRawBufferPointer(rebasing: bytes[..<length]), batch, job)
        }
    }

    /// Processes the event that the decoder has built, if there is one.
    func decideBuilt(_ batch: EventBatch, _ job: EventJob) {
        if built.count == 0 { return }
        unsafe built.withBytes { unsafe decide($0, batch, job, isBuilt: true) }
    }

    /// Rejects an entry that could not be read; with several lanes, only one does.
    func refuse(
        _ entry: UnsafeRawBufferPointer, _ error: PeriluneError, _ batch: EventBatch,
        _ job: EventJob
    ) {
        guard batch.lane.number == 0 else { return }
        job.batch.result.summary.read += 1
        unsafe results.refuse(Array(entry), error, job, isUnreadable: true)
    }

    /// Reads an event, which may be one that the decoder has built.
    @inline(__always)
    func read(
        _ text: UnsafeRawBufferPointer, _ isBuilt: Bool, _ batch: EventBatch, trusted: Bool
    ) throws(PeriluneError) {
        if isBuilt {
            try reader.read(built)
        } else {
            unsafe try reader.read(text, trusted: trusted)
        }
        if reader.typeNumber < 0 { try checkType(batch) }
    }

    /// Rejects an event from outside with a reserved type, to which the reader gives no number.
    @inline(never)
    private func checkType(_ batch: EventBatch) throws(PeriluneError) {
        if !batch.isOfHost, reader.hasReservedType { throw reader.reservedTypeError }
    }

    /// Whether the event belongs to the lane of a batch.
    func isOurs(
        _ text: UnsafeRawBufferPointer, _ batch: EventBatch, _ job: EventJob, _ isBuilt: Bool
    ) -> Bool {
        let lane = batch.lane
        do throws(PeriluneError) {
            // With timers, the time of an event matters in all lanes, so all of them must check it in the same way.
            unsafe try read(text, isBuilt, batch, trusted: !usesTimers || options.trusted)
            if Int(key(lane.ordering) % UInt64(lane.count)) == lane.number { return true }
            if usesTimers {
                try stamp(batch)
                _ = callTimers(before: reader, job, batch)
            }
            return false
        } catch {
            return lane.number == 0
        }
    }
}
