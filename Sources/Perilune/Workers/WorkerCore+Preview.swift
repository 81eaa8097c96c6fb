internal import PeriluneCore
internal import PeriluneFiles
internal import PeriluneJSON

/// Counts entries whose events no delegate takes, without creating the events.
extension WorkerCore {
    /// Whether unmatched events of a batch need only be counted.
    func canPreview(_ batch: EventBatch) -> Bool {
        // With several lanes, the lane of an event counts it, and the key requires the event.
        let isShared = batch.lane.count > 1 && batch.lane.ordering != nil
        return !isShared && batch.time == nil && countsUnmatchedOnly
    }

    /// Whether an event that nobody takes is only counted.
    var countsUnmatchedOnly: Bool { !usesTimers && !options.keepsRecords && !bus.takesAllTypes }

    /// Whether no event waits; one that waits may be processed by another version.
    var noneWaits: Bool { held == nil && blocked.isEmpty }

    /// A filter that skips entries that nobody takes; `nil` if each entry must be examined.
    func filter(
        _ decoder: any PreviewingDecoder, _ batch: EventBatch, _ job: EventJob
    ) -> RowFilter? {
        guard !batch.marksLines, decoder.hasConstantType,
            unsafe preview.show(UnsafeRawBufferPointer(start: nil, count: 0), of: decoder),
            !previewsReservedType,
            let requirements = job.bus.requiredTexts(for: preview)
        else { return nil }
        return decoder.filter(requirements)
    }

    /// Skips and counts the next entries by a filter.
    ///
    /// - Returns: Their number.
    func skip(
        _ entries: inout ChunkEntries, _ filter: RowFilter, atMost limit: Int, _ job: EventJob
    ) -> Int {
        guard noneWaits else { return 0 }
        let count = entries.skip(filter, atMost: limit)
        if count > 0 { results.noteUnhandled(count, job) }
        return count
    }

    /// Processes an entry of a batch for which ``canPreview(_:)`` is true.
    func decide(
        _ entry: UnsafeRawBufferPointer, _ decoder: any PreviewingDecoder, _ batch: EventBatch,
        _ job: EventJob
    ) {
        let text = unsafe Span<UInt8>(_unsafeBytes: entry)
        do throws(PeriluneError) {
            try decoder.examine(text)
            if unsafe isUnwanted(entry, decoder, job), decoder.isValid(text) {
                return results.noteUnhandled(1, job)
            }
            built.removeAll()
            let place = EntryPlace(line: job.line, offset: job.offset)
            try decoder.write(text, at: place, to: built)
        } catch {
            return unsafe refuse(entry, error, batch, job)
        }
        decideBuilt(batch, job)
    }

    /// Whether it is certain that nobody takes the event of an entry.
    private func isUnwanted(
        _ entry: UnsafeRawBufferPointer, _ decoder: any PreviewingDecoder, _ job: EventJob
    ) -> Bool {
        guard noneWaits, unsafe preview.show(entry, of: decoder), !previewsReservedType else {
            return false
        }
        return job.bus.isUnwanted(preview) && !preview.isInsufficient
    }

    /// Whether the entry has a reserved type; such types have no number.
    private var previewsReservedType: Bool {
        preview.typeNumber < 0 && ReservedTypes.contains(preview.type)
    }
}
