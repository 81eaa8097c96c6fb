import PeriluneDrawing

/// The ticks of a time axis, at calendar steps, and their labels.
struct TimeTicks: Sendable {
    /// In seconds since 1970, from early to late.
    private(set) var places: [Double] = []
    private(set) var labels: [String] = []

    /// Chooses the shortest step whose labels fit.
    init(
        _ scale: LinearScale, _ axis: TimeAxis, bounds: ClosedRange<Double>,
        style: CategoryLabels.Style
    ) {
        let domain = scale.domain
        let length = abs(scale.end - scale.start)
        guard domain.upperBound > domain.lowerBound, length > 0,
            let low = Self.microseconds(domain.lowerBound),
            let high = Self.microseconds(domain.upperBound)
        else { return }
        let gap = style.font.size
        for step in CalendarStep.all where axis.hasTimesOfDay || !step.isTimeOfDay {
            // No label is narrower than two letters.
            let most = Int64(length / (style.font.size + gap)) + 1
            guard (high - low) / step.length <= min(most, 24) else { continue }
            let instants = Self.instants(low, high, step, axis)
            let labels = Self.labels(instants, step, axis)
            var end = -Double.infinity
            let fits = zip(instants, labels).allSatisfy { instant, label in
                let width = style.fit.width(label, style.font)
                let place = scale.position(Double(instant) / 1e6)
                let middle = min(
                    max(place, bounds.lowerBound + width / 2), bounds.upperBound - width / 2)
                defer { end = middle + width / 2 + gap }
                return middle - width / 2 >= end
            }
            guard fits, !instants.isEmpty else { continue }
            places = instants.map { Double($0) / 1e6 }
            self.labels = labels
            return
        }
    }

    private static func microseconds(_ seconds: Double) -> Int64? {
        // The years 1 to 9999.
        abs(seconds) < 3e11 ? Int64(seconds * 1e6) : nil
    }

    private static func instants(
        _ low: Int64, _ high: Int64, _ step: CalendarStep, _ axis: TimeAxis
    ) -> [Int64] {
        var instants: [Int64] = []
        var local = step.floor(axis.localFromInstant(low))
        var instant = axis.instantFromLocal(local)
        while instant <= high, instants.count <= 100 {
            if instant >= low, instant > instants.last ?? .min { instants.append(instant) }
            if step.isTimeOfDay, step.length <= 3600 * DateFunctions.second {
                // The hour that is repeated when clocks are set back has ticks both times.
                instant += step.length
            } else {
                local = step.next(local)
                instant = axis.instantFromLocal(local)
            }
        }
        return instants
    }

    /// The labels, each with the part that changed since the previous one: the year or the day.
    private static func labels(
        _ instants: [Int64], _ step: CalendarStep, _ axis: TimeAxis
    ) -> [String] {
        let year = CalendarStep(.year, 1)
        let day = CalendarStep(.day, 1)
        var before: Int64?
        return instants.map { instant in
            let local = axis.localFromInstant(instant)
            let isNewYear = before.map { year.floor($0) != year.floor(local) } ?? true
            let isNewDay = before.map { day.floor($0) != day.floor(local) } ?? true
            before = local
            let parts: TimeAxis.Parts =
                switch step.unit {
                case .year: .year
                case .month: isNewYear ? .monthAndYear : .month
                case .week, .day: isNewYear ? .dayAndYear : .day
                case .hour, .minute, .second:
                    isNewDay
                        ? (day.floor(local) == local ? .day : .dayAndTime)
                        : step.unit == .second ? .seconds : .time
                }
            return axis.text(local, parts)
        }
    }
}
