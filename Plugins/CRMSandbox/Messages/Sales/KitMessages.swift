import CRMPlugin

/// AddProductToKit.
enum KitMessages {
    static let all = [addProduct]

    static let addProduct = MessageHandler("AddProductToKit", on: .id("KitId", of: "product")) {
        parameters, session in
        let kitId = try parameters.id("KitId")
        let productId = try parameters.id("ProductId")
        let kit = try session.retrieve("product", kitId)
        let product = try session.retrieve("product", productId)
        try check(kit, product, session)
        var link = Entity(
            "productassociation",
            [
                "productid": .reference(EntityReference("product", kitId)),
                "associatedproduct": .reference(EntityReference("product", productId)),
                "quantity": .decimal(1),
            ])
        link["uomid"] = product["defaultuomid"]
        try session.create(link)
        return [:]
    }

    private static func check(
        _ kit: Entity, _ product: Entity, _ session: Session
    ) throws(CRMFault) {
        let isBundle = structure(kit) == 3
        guard isBundle || kit["iskit"] == true else {
            throw CRMFault(.notAKit, "The product is not a kit.")
        }
        guard session.state(of: kit) != 1 else {
            throw CRMFault(.invalidState, "Products cannot be added to a retired kit.")
        }
        guard kit.id != product.id else {
            throw isBundle
                ? CRMFault(.kitInItself, "You cannot add a kit to itself.")
                : CRMFault(.productInItself, "A product cannot be a part of itself.")
        }
        guard structure(product) != 2 else {
            throw CRMFault(.familyInKit, "A product family cannot be added to a kit.")
        }
        guard let kitId = kit.id, let productId = product.id else { return }
        var seen: Set<GUID> = []
        guard try !contains(productId, kitId, session, &seen) else {
            throw CRMFault(.kitLoop, "Adding the product to the kit would make a loop.")
        }
        guard
            try session.ids(
                of: "productassociation",
                where: [
                    "productid": .reference(EntityReference("product", kitId)),
                    "associatedproduct": .reference(EntityReference("product", productId)),
                ]
            ).isEmpty
        else { throw .duplicate }
    }

    /// 1 product, 2 family, 3 bundle.
    private static func structure(_ product: Entity) -> Int32? {
        product["productstructure", as: OptionSetValue.self]?.value
    }

    /// Whether a product is somewhere inside a kit.
    private static func contains(
        _ kit: GUID, _ product: GUID, _ session: Session, _ seen: inout Set<GUID>
    ) throws(CRMFault) -> Bool {
        guard seen.insert(kit).inserted else { return false }
        for id in try session.ids(
            of: "productassociation",
            where: ["productid": .reference(EntityReference("product", kit))])
        {
            let link = try session.retrieve("productassociation", id, ["associatedproduct"])
            guard let part = link.lookup("associatedproduct")?.id else { continue }
            if part == product { return true }
            if try contains(part, product, session, &seen) { return true }
        }
        return false
    }
}
