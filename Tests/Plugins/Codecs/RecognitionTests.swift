import Foundation
import PeriluneCore
import Testing

@testable import CodecsPlugin

/// The codec that `--as auto` and hints name for the start of a log.
struct RecognitionTests {
    static let combined =
        #"192.0.2.7 - - [21/Nov/2026:16:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "curl""#

    /// A line in which the fields of the line before do not lie.
    static let withShortLine = String(repeating: combined + "\n", count: 4) + "x\n"

    @Test(arguments: [
        (#"{"eventID":"1","eventSource":"s3.amazonaws.com","awsRegion":"eu"}"#, "cloudtrail"),
        (#"{"Records":[{"eventID":"1","eventSource":"s3","awsRegion":"eu"}]}"#, "cloudtrail"),
        (#"{"event":"push","payload":{"ref":"main"}}"#, "github"),
        (#"{"a":1}"#, "json"),
        (combined, "combined"),
        (combined.replacingOccurrences(of: #" "-" "curl""#, with: ""), "common"),
        // A field more: the error of `combined` says what to do, that of `common` would not.
        (combined + #" "-""#, "combined"),
        (withShortLine, "combined"),
        ("Nov 21 16:00:00 host sshd[1]: x", "syslog"),
        ("<13>Nov 21 16:00:00 sshd[1]: x", "syslog"),
        ("<13>1 2026-11-21T16:00:00Z host app - - - x", "syslog"),
        ("level=info msg=x", "logfmt"),
        ("a,b,c\n1,2,3\n", "csv"),
        ("a,b,c\r\n1,\"2\r\n2\",3\r\n\r\n", "csv"),
        (",b,c\n0,2,3\n", "csv"),
        ("a;b;c\n1;2;3\n", "csv"),
        ("a\tb\n1\t2\n", "tsv"),
        ("a,b,c\n1,2,3\n4,5\n6,7,8,9\n10,11,12\n", "csv"),
        ("1,b,c\n1,2,3\n4,5\n", nil),
        ("a1,2026-01-01,12\nb2,2026-01-02,13\n", nil),
        ("a1,x,12\nb2,y,13\n", nil),
        ("ann,Berlin,\"1,5\"\nbob,Paris,x\nann,Rome,y\n", nil),
        ("WARN;db;slow\nINFO;db;ok\n", nil),
        ("a,b,c\n1,2,3\na,b,c\n4,5,6\n", "csv"),
        ("name,2019,2020\nx,12,5\ny,13,6\n", "csv"),
        ("Well, yes, no\nthen, one\nor none\nof it\n", nil),
        (
            "2026-01-01 10:00:00,123 INFO up\n2026-01-01 10:00:01,456 INFO down\n2026-01-01 10:00:02,1 x\n",
            nil
        ),
        ("[10:00:00,123] up\n[10:00:01,456] down\n[10:00:02,789] up\n", nil),
        ("INFO 10:00:00,123 up\nINFO 10:00:01,456 down\nINFO 10:00:02,1 x\n", nil),
        ("Hello, world\nthis line, too\nnothing more, here\n", nil),
        ("user bob, port 22, ok\nuser eve, port 22, ok\n", nil),
        ("{\"a\":1,\"b\":2\n{\"a\":1,\"b\":3\n{\"a\":1,\"b\":4\n", nil),
        ("1\t2\n3\t4\n", nil),
        ("Country/Region,Lat,1/22/20,1/23/20\nItaly,43,0,0\n", "csv"),
        ("@timestamp,_id,% of total\n2026-01-01,1,2\n", "csv"),
        ("\"First name\",Größe\nA,1\nB,2\n", "csv"),
        ("#chrom\tstart\nx\t1\n", "tsv"),
        ("[\n{\n\"a\": 1\n}]", "json"),
        ("{\n \"a\": \"" + String(repeating: "x", count: 70_000), "json"),
        ("[{\"specversion\": \"1.0\", \"a\": \"" + String(repeating: "x", count: 70_000), nil),
        ("a story, with commas\nand lines\n", nil),
        ("", nil),
    ])
    func theFirstCodecThatRecognizesALogReadsIt(_ start: String, _ codec: String?) {
        let found = Codecs.withOptions.first { $0.recognizes(Array(start.utf8)) }
        #expect(found?.name == codec)
    }

    @Test(arguments: [
        (#"{"id":"1","source":"s","type":"t"}"# + "\n", EntryFraming.lines),
        ("[\n" + #"{"id":"1","source":"s","type":"t"}"# + "]", .json(elementsOf: [])),
        ("{\n\"specversion\":\"1.0\"\n}", .json(elementsOf: [])),
    ])
    func cloudEventsMayBeInArraysAndSpreadOverLines(_ start: String, _ framing: EntryFraming) {
        let codec = CloudEventsCodec()
        #expect(codec.recognizes(Array(start.utf8)))
        #expect(codec.framing(of: Array(start.utf8)) == framing)
    }

    @Test(arguments: [
        (
            "a1,2026-01-01,12\nb2,2026-01-02,13\n",
            "this looks like a table of 3 columns without a row of names: add --as csv --codec header=false --codec columns=NAME1,NAME2,NAME3"
        ),
        (
            "1\t2\t3\t4\n5\t6\t7\t8\n",
            "this looks like a table of 4 columns without a row of names: add --as tsv --codec header=false --codec columns=NAME1,NAME2,NAME3,…"
        ),
        ("Well, yes, no\nthen, one, two\n", nil),
        (
            "2026-01-01 10:00:00,123 INFO up\n2026-01-01 10:00:01,456 INFO down\n2026-01-01 10:00:02,1 x\n",
            nil
        ),
    ])
    func aTableWithoutNamesHasAHint(_ start: String, _ hint: String?) {
        let found = Codecs.withOptions.lazy
            .compactMap { ($0 as? any HintingCodec)?.hint(for: Array(start.utf8)) }.first
        #expect(found == hint)
    }
}
