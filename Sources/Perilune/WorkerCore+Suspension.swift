internal import PeriluneCore
internal import PeriluneJSON

extension WorkerCore {
    /// A suspended event that stays while the readers go on.
    ///
    /// Scripts further down read JSON only; a delegate in Swift may answer with the reader itself, or
    /// with its event in any other form.
    func kept(_ event: any EventContent, _ content: any EventContent) -> any EventContent {
        if event is JSONEvent, event !== reader, event !== publishedReader { return event }
        let copy = JSONEvent()
        // What was read once is read again without an error.
        try? copy.read(copy: content.json)
        return copy
    }
}
