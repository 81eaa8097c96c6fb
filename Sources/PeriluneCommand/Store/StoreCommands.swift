import Arguments
import Perilune
import PeriluneCore
import PeriluneFiles
import PeriluneStore

let storeOperand = Operand(
    "FILE", .one, accepts: .file, option: "store",
    "A store: that of 'perilune serve', or the file of --state.")
private let json = Option.toggle("json", "Write one JSON object.")

func storePath(_ values: Values) throws(PeriluneError) -> String {
    let path = values.operands.first ?? ""
    guard TextFile.exists(path) else {
        throw PeriluneError(
            "file.read", "there is no store at \(path)", at: .init(file: path),
            hint: "name the file of --store or --state")
    }
    return path
}

let storeCheckAction: Action = Action(
    command: Command(
        name: "store check", summary: "Check a store for damage",
        discussion: [
            "Reads every page and every row of a store. It checks the structure of the SQLite file, the checksum of each row, and whether the tables agree with each other. It changes nothing, and a server may use the store meanwhile. The exit code is 1 if it finds damage."
        ],
        operands: [storeOperand], options: [json],
        examples: [Example("perilune store check perilune.db", "Check the store of a server.")]),
    run: { values, terminal in
        let path = try storePath(values)
        // Reading a store creates the WAL file, so this is checked first.
        let hasLog = TextFile.exists("\(path)-wal")
        let check = try StoreCheck(path: path)
        if values.flag("json") {
            try terminal.write(StoreText.json(check, of: path) + "\n")
        } else {
            try terminal.write(StoreText.text(check, of: path).withoutControls)
            if check.isEmpty, !hasLog {
                terminal.info(
                    "A store that was copied without its file -wal may be empty; 'perilune store backup' copies everything.\n"
                )
            }
        }
        return check.damage.isEmpty ? .success : .found
    })

let storeRepairAction: Action = Action(
    command: Command(
        name: "store repair", summary: "Repair a damaged store",
        discussion: [
            "Copies the intact rows to a new file, which replaces the store. The damaged file is kept as FILE.damaged-TIME, and damaged rows, with their bytes in hexadecimal, in FILE.damaged-TIME.jsonl. A store without damage is not changed. No other process may write the store meanwhile.",
            "The exit code is 0 if nothing was lost, and 1 if rows were lost.",
        ],
        operands: [storeOperand], options: [json],
        examples: [
            Example("perilune store repair perilune.db", "Keep the intact rows of a store.")
        ]),
    run: { values, terminal in
        let path = try storePath(values)
        let repair = try StoreRepair.run(path, stamp: StoreFiles.stamp)
        if values.flag("json") {
            try terminal.write(StoreText.json(repair, of: path) + "\n")
        } else {
            try terminal.write(StoreText.text(repair, of: path).withoutControls)
        }
        return repair?.lost.isEmpty ?? true ? .success : .found
    })

let storeBackupAction: Action = Action(
    command: Command(
        name: "store backup", summary: "Copy a store to another file",
        discussion: [
            "Copies a consistent snapshot of the store, even while a server writes to it, and checks the whole copy. It does not overwrite files. To restore a backup, stop the server, remove FILE-wal and FILE-shm, and copy the backup to FILE."
        ],
        operands: [
            storeOperand, Operand("TO", .one, accepts: .file, "The file to write."),
        ],
        options: [json],
        examples: [
            Example(
                "perilune store backup perilune.db backup.db", "Back up the store of a server.")
        ]),
    run: { values, terminal in
        let path = try storePath(values)
        let target = values.operands.count > 1 ? values.operands[1] : ""
        let check = try StoreBackup.run(path, to: target)
        if values.flag("json") {
            try terminal.write(StoreText.json(check, of: target) + "\n")
        } else {
            try terminal.write(StoreText.text(check, of: target).withoutControls)
        }
        return .success
    })
