-- Tests of linked_charts.lua: open dashboards, events, and the state of the dashboards after them.
local function event(kind, chart, category)
  return { type = "chart." .. kind .. ".category", subject = chart,
    data = { dashboard = "products", chart = chart, category = category } }
end

return {
  {
    name = "selects in the table what is selected in the chart",
    charts = {
      open = { "charts/products.xml" },
      after = { products = { items = { ProductTable = { categories = { "Bikes", "Clothing" } } } } },
    },
    events = { event("selection", "Products", "Bikes"), event("selection", "Products", "Clothing") },
    records = {
      {
        outcome = "handled",
        effects = { { kind = "chart.selection.category", chart = "products/ProductTable", category = "Bikes" } },
      },
      { outcome = "handled" },
    },
  },
  {
    name = "selects and deselects in the chart what is changed in the table",
    charts = {
      open = { "charts/products.xml" },
      after = { products = { items = { Products = { categories = { "Clothing" } } } } },
    },
    events = {
      event("selection", "ProductTable", "Bikes"), event("selection", "ProductTable", "Clothing"),
      event("deselection", "ProductTable", "Bikes"),
    },
  },
  {
    name = "ignores other charts",
    charts = { open = { "charts/products.xml" }, after = { products = {} } },
    events = { event("selection", "Orders", "2011") },
    records = { { outcome = "handled", effects = {} } },
  },
}
