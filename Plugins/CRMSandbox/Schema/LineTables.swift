import CRMPlugin

/// The lines of opportunities, quotes, orders and invoices.
enum LineTables {
    static let all = [opportunityProduct, quoteDetail, orderDetail, invoiceDetail]

    private static func line(
        parent: String, _ target: String, _ relationship: String, products: String, units: String
    ) -> [Column] {
        [
            .lookup(
                parent, target, relationship,
                Cascade(delete: .cascade, reparent: .cascade)
            ).required,
            .lookup("ProductId", "product", products, Cascade(delete: .restrict)),
            .lookup("UoMId", "uom", units, Cascade(delete: .restrict)),
            .text("ProductDescription", 500), .memo("Description"),
            .flag("IsProductOverridden"), .flag("IsPriceOverridden"),
            .decimal("Quantity", precision: 5), .money("PricePerUnit"),
            .money("BaseAmount").readOnly, .money("ExtendedAmount"),
            .money("ManualDiscountAmount"), .money("VolumeDiscountAmount").readOnly,
            .money("Tax"), .integer("LineItemNumber", 0...1_000_000_000),
            .integer("SequenceNumber", 0...1_000_000_000),
            .choice("PricingErrorCode", ChoiceLists.pricingErrors, default: 0),
            .id("ParentBundleId"), .id("ProductAssociationId"),
            .choice(
                "ProductTypeCode",
                [1: "Product", 2: "Bundle", 3: "Required Bundle Product"], default: 1),
        ]
    }

    /// The delivery columns of lines in orders and invoices.
    private static let shipping: [Column] = [
        .decimal("QuantityBackordered", precision: 5),
        .decimal("QuantityCancelled", precision: 5), .decimal("QuantityShipped", precision: 5),
        .text("ShipTo_Name", 200), .text("ShipTo_City", 80), .flag("WillCall"),
    ]

    static let opportunityProduct = Table(
        "OpportunityProduct", 1083, "Opportunity Product", name: "productdescription",
        ownership: .none,
        line(
            parent: "OpportunityId", "opportunity", "product_opportunities",
            products: "opportunity_products", units: "unit_of_measurement_opportunity_products"))

    static let quoteDetail = Table(
        "QuoteDetail", 1085, "Quote Product", name: "productdescription", ownership: .none,
        line(
            parent: "QuoteId", "quote", "quote_details", products: "product_quote_details",
            units: "unit_of_measurement_quote_details") + [
                .date("RequestDeliveryBy"), .text("ShipTo_Name", 200), .flag("WillCall"),
            ])

    static let orderDetail = Table(
        "SalesOrderDetail", 1089, "Order Product", name: "productdescription", ownership: .none,
        line(
            parent: "SalesOrderId", "salesorder", "order_details",
            products: "product_order_details", units: "unit_of_measurement_order_details")
            + shipping + [.date("RequestDeliveryBy"), .flag("IsCopied")])

    static let invoiceDetail = Table(
        "InvoiceDetail", 1091, "Invoice Product", name: "productdescription", ownership: .none,
        line(
            parent: "InvoiceId", "invoice", "invoice_details",
            products: "product_invoice_details", units: "unit_of_measurement_invoice_details")
            + shipping + [.date("ActualDeliveryOn"), .flag("IsCopied")])
}
