import Synchronization

/// The numbers that a program shows to Prometheus.
///
/// Counters, gauges and histograms are registered under a name with the text that explains it, and
/// the same name and labels give the same one again: keep what is returned where it is hot.
/// Everything is safe from any thread; what counts takes no lock.
package final class Metrics: Sendable {
    /// The labels of a series in the order in which they are shown; their order is a part of its identity.
    package typealias Labels = [(name: String, value: String)]

    private let families = Mutex<[Family]>([])

    package init() {}

    /// A number that only grows; its name ends in `_total`.
    package func counter(_ name: String, help: String, labels: Labels = []) -> Counter {
        find(name, help, labels) {
            .counter(Counter())
        } as: {
            if case .counter(let counter) = $0 { counter } else { nil }
        } ?? Counter()
    }

    /// A number that goes up and down.
    package func gauge(_ name: String, help: String, labels: Labels = []) -> Gauge {
        find(name, help, labels) {
            .gauge(Gauge())
        } as: {
            if case .gauge(let gauge) = $0 { gauge } else { nil }
        } ?? Gauge()
    }

    /// A number that is asked for when it is shown.
    package func gauge(
        _ name: String, help: String, labels: Labels = [], read: @escaping @Sendable () -> Double
    ) {
        _ = find(name, help, labels) {
            .reader(read)
        } as: { _ in
            true
        }
    }

    /// Ones whose labels say something, asked for when they are shown.
    package func information(
        _ name: String, help: String, read: @escaping @Sendable () -> [Labels]
    ) {
        gauges(name, help: help) { read().map { ($0, 1) } }
    }

    /// Numbers whose labels change, asked for when they are shown.
    package func gauges(
        _ name: String, help: String,
        read: @escaping @Sendable () -> [(labels: Labels, value: Double)]
    ) {
        _ = find(name, help, []) {
            .readers(read)
        } as: { _ in
            true
        }
    }

    /// How values are spread over bounds, in base units: seconds, bytes.
    package func histogram(
        _ name: String, help: String, labels: Labels = [], bounds: [Double] = Histogram.seconds
    ) -> Histogram {
        find(name, help, labels) {
            .histogram(Histogram(bounds: bounds))
        } as: {
            if case .histogram(let histogram) = $0 { histogram } else { nil }
        } ?? Histogram(bounds: bounds)
    }

    /// Histograms whose labels change, asked for when they are shown.
    package func histograms(
        _ name: String, help: String,
        read: @escaping @Sendable () -> [(labels: Labels, value: HistogramReading)]
    ) {
        _ = find(name, help, []) {
            .histograms(read)
        } as: { _ in
            true
        }
    }

    /// A number that only grows, asked for when it is shown.
    package func total(_ name: String, help: String, read: @escaping @Sendable () -> Double) {
        _ = find(name, help, []) {
            .total(read)
        } as: { _ in
            true
        }
    }

    /// Numbers that only grow and whose labels change, asked for when they are shown.
    package func totals(
        _ name: String, help: String,
        read: @escaping @Sendable () -> [(labels: Labels, value: Double)]
    ) {
        _ = find(name, help, []) {
            .totals(read)
        } as: { _ in
            true
        }
    }

    /// Everything in Prometheus' text format, version 0.0.4, in the order of registration.
    package var text: String {
        // Readers may register more, or take their time: not under the lock.
        families.withLock { $0 }.map(\.text).joined()
    }

    /// The type of `text` in an answer.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// `nil` where the name is taken by another kind: what is counted then is not shown.
    private func find<Kind>(
        _ name: String, _ help: String, _ labels: Labels, make: () -> Series.Content,
        as kind: (Series.Content) -> Kind?
    ) -> Kind? {
        families.withLock { families in
            let text = Series.text(of: labels)
            let index = families.firstIndex { $0.name == name } ?? families.count
            let known = index < families.count ? families[index] : nil
            if let series = known?.series.first(where: { $0.labels == text }) {
                return kind(series.content)
            }
            let series = Series(labels: text, content: make())
            var family = known ?? Family(name: name, help: help, type: series.type)
            assert(family.type == series.type, "\(name) is a \(family.type)")
            guard family.type == series.type else { return nil }
            family.series.append(series)
            families.replaceSubrange(index..<min(index + 1, families.count), with: [family])
            return kind(series.content)
        }
    }
}
