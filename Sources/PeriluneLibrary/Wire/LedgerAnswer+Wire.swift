internal import PeriluneCore

extension LedgerAnswer {
    var wireValue: Value {
        switch self {
        case .value(let value):
            var members = Value.Members()
            members["value"] = value
            return .object(members)
        case .error(let code, let message, let hint):
            let error = PeriluneError(.init(rawValue: code), message, hint: hint)
            return ["error": .object(error.wireValue)]
        }
    }

    init(wireValue value: Value) {
        if let error = value["error"] {
            let error = PeriluneError(wireValue: error)
            self = .error(code: error.code.rawValue, message: error.message, hint: error.hint)
        } else {
            self = .value(value["value"])
        }
    }
}
