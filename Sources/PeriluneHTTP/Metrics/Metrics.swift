import Synchronization

/// The metrics that a program exports to Prometheus.
///
/// Counters, gauges and histograms are registered by name, with a help text. The same name and labels always return
/// the same object; keep it where it is used often. All methods are thread-safe, and counting takes no lock.
package final class Metrics: Sendable {
    /// The labels of a series in the order in which they are shown; their order is a part of its identity.
    package typealias Labels = [(name: String, value: String)]

    private let families = Mutex<[MetricFamily]>([])

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

    /// A gauge that is computed when it is exported.
    package func gauge(
        _ name: String, help: String, labels: Labels = [], read: @escaping @Sendable () -> Double
    ) {
        _ = find(name, help, labels) {
            .reader(read)
        } as: { _ in
            true
        }
    }

    /// Gauges of the value 1 that carry information in their labels, computed when they are exported.
    package func information(
        _ name: String, help: String, read: @escaping @Sendable () -> [Labels]
    ) {
        gauges(name, help: help) { read().map { ($0, 1) } }
    }

    /// Gauges whose labels change, computed when they are exported.
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

    /// A histogram with bounds in base units, such as seconds or bytes.
    package func histogram(
        _ name: String, help: String, labels: Labels = [], bounds: [Double] = Histogram.seconds
    ) -> Histogram {
        find(name, help, labels) {
            .histogram(Histogram(bounds: bounds))
        } as: {
            if case .histogram(let histogram) = $0 { histogram } else { nil }
        } ?? Histogram(bounds: bounds)
    }

    /// Histograms whose labels change, computed when they are exported.
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

    /// A counter that is computed when it is exported.
    package func total(_ name: String, help: String, read: @escaping @Sendable () -> Double) {
        _ = find(name, help, []) {
            .total(read)
        } as: { _ in
            true
        }
    }

    /// Counters whose labels change, computed when they are exported.
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

    /// All metrics in the text format of Prometheus, version 0.0.4, in the order of registration.
    package var text: String {
        // Not under the lock, because readers may be slow or register more metrics.
        families.withLock { $0 }.map(\.text).joined()
    }

    /// The media type of `text`.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The registered metric; `nil` if the name belongs to another kind, in which case its values are not exported.
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
            var family = known ?? MetricFamily(name: name, help: help, type: series.type)
            assert(family.type == series.type, "\(name) is a \(family.type)")
            guard family.type == series.type else { return nil }
            family.series.append(series)
            families.replaceSubrange(index..<min(index + 1, families.count), with: [family])
            return kind(series.content)
        }
    }
}
