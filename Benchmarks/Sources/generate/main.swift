// Writes a recorded log as an analytics system might have left it: one CloudEvent a line, the same
// bytes for the same arguments on every machine.
import Glibc

/// Writes everything, however much the kernel takes at once; false where the reader is gone.
func writeOut(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = unsafe rest.withUnsafeBytes { bytes in
            unsafe write(1, bytes.baseAddress, bytes.count)
        }
        if written < 0 {
            if errno == EINTR { continue }
            return false
        }
        rest = rest.dropFirst(written)
    }
    return true
}

guard let options = Options(CommandLine.arguments.dropFirst()) else {
    print("usage: generate [--events N] [--seed S]")
    exit(64)
}

var random = SplitMix64(seed: options.seed)
var line = Line()
var time = Timestamp()
let chunk = 1 << 18
line.reserve(chunk + 4096)

for sequence in 0..<options.events {
    time.milliseconds += random.below(60)
    let event = Envelope(sequence: sequence, time: time, salt: random.next())
    switch random.below(10) {
    case 0...4: LinkDrill.write(event, to: &line, &random)
    case 5...7: Webhook.write(event, to: &line, &random)
    default: ChartSelection.write(event, to: &line, &random)
    }
    if line.bytes.count >= chunk {
        guard writeOut(line.bytes) else { exit(74) }
        line.removeAll()
    }
}
guard writeOut(line.bytes) else { exit(74) }
