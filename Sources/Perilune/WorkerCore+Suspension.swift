internal import PeriluneCore
internal import PeriluneJSON

extension WorkerCore {
    /// A line whose event waits for another one of its key.
    struct DeferredLine {
        let job: EventJob
        let json: [UInt8]
    }

    /// A copy of a suspended event that stays valid while the readers process others.
    ///
    /// Later scripts read only JSON; a delegate in Swift may return the reader itself, or its event
    /// in another form.
    func kept(_ event: any EventContent, _ content: any EventContent) -> any EventContent {
        if event is JSONEvent, event !== reader, event !== publishedReader { return event }
        let copy = JSONEvent()
        // Cannot fail: the JSON was parsed before.
        try? copy.read(copy: content.json)
        return copy
    }
}
