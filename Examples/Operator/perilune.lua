-- Keeps the record of each event in a table, for the dashboard operator.xml, and lets metrics.lua ask this server.
return {
  scripts = { "metrics.lua" },
  grants = { http = { "GET http://127.0.0.1:8087" } },
  outputs = {
    records = {
      sink = "sqlite", file = "operator.sqlite", records = true,
      columns = { "event", "type", "outcome", "by", "reason", "code=error.code", "message=error.message" },
    },
  },
}
