import CRMPlugin

extension RandomCRM {
    static let kinds = 34

    mutating func value(_ depth: Int) -> CRMValue {
        // Below the depth only the kinds that hold no others.
        value(kind: Int.random(in: 0..<(depth > 0 ? Self.kinds : 19), using: &self), depth)
    }

    mutating func value(kind: Int, _ depth: Int) -> CRMValue {
        switch kind {
        case 0: .null
        case 1: .string(text())
        case 2: .int(.random(in: .min ... .max, using: &self))
        case 3: .long(.random(in: .min ... .max, using: &self))
        case 4: .double(double())
        case 5: .decimal(decimal())
        case 6: .bool(chance())
        case 7: .date(date())
        case 8: .guid(guid())
        case 9: .bytes(list(9) { UInt8(truncatingIfNeeded: $0.next()) })
        case 10: .option(OptionSetValue(.random(in: .min ... .max, using: &self)))
        case 11: .options(list { OptionSetValue(Int32(truncatingIfNeeded: $0.next())) })
        case 12: .money(Money(decimal()))
        case 13: .guids(list { $0.guid() })
        case 14: .strings(list { $0.text() })
        case 15: .bools(list { $0.chance() })
        case 16: .columns(chance() ? .all : ColumnSet(list { $0.name() }))
        case 17: .relationship(relationship())
        case 18: .managed(.init(chance(), canBeChanged: chance(), name: maybe { $0.name() }))
        case 19: .reference(reference())
        case 20: .entity(entity(depth - 1))
        case 21: .entities(collection(depth - 1))
        case 22: .aliased(.init(entity: name(), attribute: name(), value(depth - 1)))
        case 23: .references(list { $0.reference() })
        case 24: .referenceArray(list { $0.reference() })
        case 25: .entityArray(list(2) { $0.entity(depth - 1) })
        case 26: .query(query())
        case 27: .relatedQueries(.init(list(2) { .init($0.relationship(), $0.query()) }))
        case 28: .validation(validation())
        case 29: .privileges(list { privilege(&$0) })
        case 30: .requests(list(2) { $0.request(depth - 1) })
        case 31: .responses(list(2) { OrganizationResponse($0.name(), $0.pairs(depth - 1)) })
        case 32: .multipleSettings(.init(continueOnError: chance(), returnResponses: chance()))
        default: .multipleResponses(list(2) { $0.item(depth - 1) })
        }
    }

    mutating func request(_ depth: Int) -> OrganizationRequest {
        let message = pick(MessageDescription.all)
        return OrganizationRequest(
            message.name, namespace: message.namespace, pairs(depth), requestId: maybe { $0.guid() }
        )
    }

    mutating func fault() -> CRMFault {
        var fault = CRMFault(
            ErrorCode(rawValue: Int32(truncatingIfNeeded: next())), text(),
            trace: maybe { "at " + $0.text() }, details: pairs(1),
            retryAfter: maybe { Double(Int.random(in: 0...5000, using: &$0)) })
        fault.causes = list(2) { CRMFault(.invalidState, $0.text()) }
        return fault
    }

    private mutating func item(_ depth: Int) -> ExecuteMultipleResponseItem {
        ExecuteMultipleResponseItem(
            Int.random(in: 0...999, using: &self),
            response: maybe { OrganizationResponse($0.name(), $0.pairs(depth)) },
            fault: maybe { $0.fault() })
    }

    private mutating func validation() -> ValidationResult {
        ValidationResult(
            chance(), activityId: guid(),
            traceInfo: maybe { random in
                TraceInfo(
                    random.list(2) {
                        ErrorInfo(
                            $0.text(),
                            $0.list(2) {
                                ResourceInfo(
                                    $0.guid(), displayName: $0.text(), entityName: $0.name())
                            })
                    })
            })
    }
}

private func privilege(_ random: inout RandomCRM) -> RolePrivilege {
    RolePrivilege(
        random.guid(), random.pick(RolePrivilege.Depth.allCases), businessUnitId: random.guid())
}
