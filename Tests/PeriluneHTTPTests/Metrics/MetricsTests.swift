import Glibc
import Testing

@testable import PeriluneHTTP

struct MetricsTests {
    @Test func writesCountersAndGauges() {
        let metrics = Metrics()
        let events = metrics.counter("events_total", help: "Events\nso \\far.")
        let depth = metrics.gauge("queue_depth", help: "Waiting.")
        metrics.gauge("age_seconds", help: "Age.") { 0.25 }
        events.increment()
        events.increment(by: 41)
        depth.set(3)
        depth.add(-1.5)
        #expect(
            metrics.text == """
                # HELP events_total Events\\nso \\\\far.
                # TYPE events_total counter
                events_total 42
                # HELP queue_depth Waiting.
                # TYPE queue_depth gauge
                queue_depth 1.5
                # HELP age_seconds Age.
                # TYPE age_seconds gauge
                age_seconds 0.25

                """)
    }

    @Test func keepsTheLabelsOfANameTogether() {
        let metrics = Metrics()
        let one = metrics.counter("a_total", help: "A.", labels: [("x", "1"), ("y", "\"\\\n")])
        _ = metrics.counter("b_total", help: "B.")
        _ = metrics.counter("a_total", help: "A.", labels: [("x", "2")])
        one.increment()
        #expect(
            metrics.counter("a_total", help: "A.", labels: [("x", "1"), ("y", "\"\\\n")]) === one)
        #expect(
            metrics.text == """
                # HELP a_total A.
                # TYPE a_total counter
                a_total{x="1",y="\\"\\\\\\n"} 1
                a_total{x="2"} 0
                # HELP b_total B.
                # TYPE b_total counter
                b_total 0

                """)
    }

    @Test func writesHistogramsCumulatively() {
        let metrics = Metrics()
        let time = metrics.histogram(
            "t_seconds", help: "T.", labels: [("m", "GET")], bounds: [1, 0.5, 10])
        for value in [0.25, 0.5, 0.75, 20] { time.observe(value) }
        time.observe(.milliseconds(1500))
        #expect(
            metrics.text == """
                # HELP t_seconds T.
                # TYPE t_seconds histogram
                t_seconds_bucket{m="GET",le="0.5"} 2
                t_seconds_bucket{m="GET",le="1"} 3
                t_seconds_bucket{m="GET",le="10"} 4
                t_seconds_bucket{m="GET",le="+Inf"} 5
                t_seconds_sum{m="GET"} 23
                t_seconds_count{m="GET"} 5

                """)
    }

    @Test func readsGaugesAndHistogramsWhenRendered() {
        let metrics = Metrics()
        metrics.total("t_total", help: "T.") { 1.5 }
        metrics.histograms("h_seconds", help: "H.") {
            [
                (
                    labels: [("s", "a")],
                    value: HistogramReading(bounds: [0.5, 1], cumulative: [1, 2, 4], sum: 7)
                )
            ]
        }
        #expect(
            metrics.text == """
                # HELP t_total T.
                # TYPE t_total counter
                t_total 1.5
                # HELP h_seconds H.
                # TYPE h_seconds histogram
                h_seconds_bucket{s="a",le="0.5"} 1
                h_seconds_bucket{s="a",le="1"} 2
                h_seconds_bucket{s="a",le="+Inf"} 4
                h_seconds_sum{s="a"} 7
                h_seconds_count{s="a"} 4

                """)
    }

    @Test func readsThisProcess() throws {
        let metrics = Metrics()
        metrics.showProcess()
        var numbers: [Substring: Double] = [:]
        for line in metrics.text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            numbers[words[0]] = Double(words[1])
        }
        #expect(numbers.count == 5)
        #expect(try #require(numbers["process_cpu_seconds_total"]) > 0)
        #expect(try #require(numbers["process_resident_memory_bytes"]) > 1_000_000)
        let open = try #require(numbers["process_open_fds"])
        #expect(open >= 3)
        #expect(try #require(numbers["process_max_fds"]) >= open)
        // Within the last hour: no test runs longer.
        let now = Double(time(nil))
        #expect(try #require(numbers["process_start_time_seconds"]) > now - 3600)
        #expect(try #require(numbers["process_start_time_seconds"]) <= now + 1)
    }

    @Test func countsFromManyTasks() async {
        let metrics = Metrics()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let counter = metrics.counter("c_total", help: "C.")
                    let gauge = metrics.gauge("g", help: "G.")
                    for _ in 0..<1000 {
                        counter.increment()
                        gauge.add(1)
                    }
                }
            }
        }
        #expect(metrics.counter("c_total", help: "C.").value == 8000)
        #expect(metrics.gauge("g", help: "G.").value == 8000)
    }
}
