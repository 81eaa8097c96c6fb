import CRMPlugin

/// CancelSalesOrder, and the locks on the prices of orders and invoices.
enum OrderMessages {
    static let all = [
        cancel, lock("LockSalesOrderPricing", "SalesOrderId", "salesorder"),
        lock("LockInvoicePricing", "InvoiceId", "invoice"),
    ]

    static let cancel = MessageHandler(
        "CancelSalesOrder", as: "Cancel",
        on: .lookup("OrderClose", "salesorderid", of: "salesorder")
    ) { parameters, session in
        let close = try parameters.entity("OrderClose", of: "orderclose")
        guard let given = close.lookup("salesorderid") else {
            throw CRMFault.missingField("salesorderid")
        }
        let target = EntityReference("salesorder", given.id)
        let order = try session.retrieve(target, ["statecode"])
        guard session.state(of: order) == 0 else {
            throw CRMFault(.invalidState, "The order is not active.")
        }
        let status = try session.status(parameters, of: target, in: 2)
        try session.createClosing(close, subject: "Order canceled", regarding: target)
        try session.setState(target, 2, status)
        return [:]
    }

    private static func lock(_ name: String, _ key: String, _ entity: String) -> MessageHandler {
        MessageHandler(name, on: .id(key, of: entity)) { parameters, session in
            let id = try parameters.id(key)
            let record = try session.retrieve(entity, id, ["ispricelocked"])
            guard record["ispricelocked"] != true else { throw CRMFault.priceLocked(entity) }
            try session.set(EntityReference(entity, id), ["ispricelocked": true])
            return [:]
        }
    }
}

extension CRMFault {
    /// The prices of an order or an invoice are settled.
    static func priceLocked(_ entity: String) -> CRMFault {
        CRMFault(.priceLocked, "The pricing of the \(entity) is locked.")
    }
}
