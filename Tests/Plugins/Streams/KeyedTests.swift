import PeriluneCore
import PeriluneTestKit
import Testing

/// Modules that keep values for a time, compared with loops over the events.
struct KeyedTests {
    @Test(arguments: [1, 2, 3, 4]) func dedupeAgreesWithALoop(_ seed: UInt64) async throws {
        let events = StreamEvent.random(seed, late: 2000, values: 20)
        let rule = """
            local values = require("dedupe").within("5s")
            return { on = "test", key = "data.k", execute = function(event, commander)
              if not values:seen(event.data.v) then commander:emit(event.id) end
            end }
            """
        var noted: [[Int]: Int] = [:]
        var expected: [String] = []
        for event in events {
            let value = [event.key, event.value]
            if let before = noted[value], event.time - before < 5000 { continue }
            noted[value] = event.time
            expected.append("\(event.id)")
        }
        #expect(try await StreamLab.lines(rule, events) == expected)
    }

    @Test(arguments: [1, 2, 3, 4], [0, 20_000]) func throttleAgreesWithATokenBucket(
        _ seed: UInt64, _ late: Int
    ) async throws {
        let events = StreamEvent.random(seed, keys: 2, late: late)
        let rule = """
            local limit = require("throttle").rate(5, "5s")
            return { on = "test", key = "data.k", expires = "30s", execute = function(event, commander)
              if limit:allows() then commander:emit(event.id) end
            end }
            """
        var buckets: [Int: (milliseconds: Int, time: Int)] = [:]
        var expected: [String] = []
        for event in events {
            var bucket = buckets[event.key] ?? (5000, event.time)
            // A late event takes what later ones have left, and does not refill the bucket.
            let time = max(event.time, bucket.time)
            bucket.milliseconds = min(5000, bucket.milliseconds + time - bucket.time)
            bucket.time = time
            if bucket.milliseconds >= 1000 {
                bucket.milliseconds -= 1000
                expected.append("\(event.id)")
            }
            buckets[event.key] = bucket
        }
        #expect(expected.count < events.count)
        #expect(try await StreamLab.lines(rule, events) == expected)
    }

    @Test func throttleAllowsLateEventsWhileTokensAreLeft() async throws {
        let rule = """
            local limit = require("throttle").rate(5, "1m")
            return { on = "test", key = "all", execute = function(event, commander)
              if limit:allows() then commander:emit(event.id) end
            end }
            """
        let times = [600_000, 570_000, 300_000, 601_000, 60_000, 0]
        let events = times.enumerated().map {
            StreamEvent(id: $0.offset, key: 0, time: $0.element, value: 0)
        }
        #expect(try await StreamLab.lines(rule, events) == ["0", "1", "2", "3", "4"])
    }

    @Test func throttleReadsTheStateOfVersion010() async throws {
        let rule = """
            local state = require "state"
            local limit = require("throttle").rate(2, "10s")
            return { on = "test", key = "all", execute = function(event, commander)
              if not state.throttle then state.throttle = 1767225600000000 + 25e6 end
              if limit:allows() then commander:emit(event.id) end
            end }
            """
        // The bucket is full at 25 s; half of it is at 20 s.
        let times = [20_000, 20_100, 25_200]
        let events = times.enumerated().map {
            StreamEvent(id: $0.offset, key: 0, time: $0.element, value: 0)
        }
        #expect(try await StreamLab.lines(rule, events) == ["0", "2"])
    }

    @Test func throttleRecoversFromATimeFarAheadOnly() async throws {
        let rule = """
            local limit = require("throttle").rate(1, "5s")
            return { on = "test", key = "all", execute = function(event, commander)
              if limit:allows() then commander:emit(event.id) end
            end }
            """
        let day = 86_400_000
        // The last one is late, by half an hour.
        let times = [0, day, 10_000, 12_000, 1_810_000, 20_000]
        let events = times.enumerated().map {
            StreamEvent(id: $0.offset, key: 0, time: $0.element, value: 0)
        }
        #expect(try await StreamLab.lines(rule, events) == ["0", "1", "2", "4"])
    }

    @Test(arguments: [1, 2, 3, 4], [0, 2000])
    func joinAgreesWithALoop(_ seed: UInt64, _ lateness: Int) async throws {
        let events = StreamEvent.random(seed, keys: 6, late: 5000)
        let options = lateness == 0 ? "" : ", { lateness = '2s' }"
        let rule = """
            local pairs_ = require("join").within("1500ms"\(options))
            return { on = "test", key = "data.k",
              execute = function(event, commander)
                local found, late = pairs_:add(("abc"):sub(event.data.v % 3 + 1, event.data.v % 3 + 1), { id = event.id })
                for _, other in ipairs(found) do commander:emit(other.id .. "+" .. event.id) end
                if late then commander:emit("late " .. event.id) end
              end,
              onTimer = function(name, commander, event)
                for one in pairs_:unmatched(event) do commander:emit(one.side .. " alone " .. one.value.id) end
              end }
            """
        var kept: [(event: StreamEvent, matched: Bool)] = []
        var clock = 0
        var expected: [String] = []
        for event in events {
            clock = max(clock, event.time)
            var matches = false
            for index in kept.indices
            where kept[index].event.key == event.key
                && kept[index].event.value % 3 != event.value % 3
                && abs(kept[index].event.time - event.time) <= 1500
                && kept[index].event.time + 1500 + lateness >= clock
            {
                expected.append("\(kept[index].event.id)+\(event.id)")
                kept[index].matched = true
                matches = true
            }
            if event.time + 1500 + lateness >= clock {
                kept.append((event, matches))
            } else if !matches {
                expected.append("late \(event.id)")
            }
        }
        for (event, matched) in kept where !matched {
            expected.append("\(["a", "b", "c"][event.value % 3]) alone \(event.id)")
        }
        let lines = try await StreamLab.lines(rule, events)
        #expect(lines.sorted() == expected.sorted())
        #expect(lines.filter { $0.contains("+") } == expected.filter { $0.contains("+") })
    }

    @Test func sampleKeepsItsRateAndIsPartOfLargerSamples() async throws {
        let kept = try await StreamLab.emitted(
            """
            local counts = { 0, 0, 0 }
            for i = 1, 20000 do
              local a, b = tenth:keeps(i), fifth:keeps("" .. i)
              if a and not b then error("the smaller sample has " .. i) end
              counts[1], counts[2] = counts[1] + (a and 1 or 0), counts[2] + (b and 1 or 0)
              if all:keeps(i) and not none:keeps(i) then counts[3] = counts[3] + 1 end
            end
            commander:emit(counts)
            """,
            before: """
                local sample = require "sample"
                local tenth, fifth, all, none = sample.rate(0.1), sample.rate(0.2), sample.rate(1), sample.rate(0)
                """)
        let counts = kept.first?.array?.compactMap(\.integer) ?? []
        #expect(counts.count == 3)
        // Four standard deviations.
        #expect(counts.count == 3 && abs(counts[0] - 2000) < 170 && abs(counts[1] - 4000) < 226)
        #expect(counts.last == 20000)
    }
}
