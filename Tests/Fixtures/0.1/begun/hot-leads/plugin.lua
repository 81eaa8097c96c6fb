-- What the plugin brings, and what its users can set.
return {
  name = "hot-leads",
  version = "0.1.0",
  perilune = ">= 0.1",
  summary = "Announces large orders.",

  scripts = { "announce.lua" }, -- modules = { "other" } are files that other scripts require

  events = {
    ["hot-leads.large"] = "An order is large.",
  },

  settings = {
    threshold = { type = "number", default = 1000, summary = "Smaller orders are not large." },
  },
}
