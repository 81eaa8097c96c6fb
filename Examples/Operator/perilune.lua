-- Keeps the record of each event in a table, for the dashboard operator.xml.
return {
  outputs = {
    records = {
      sink = "sqlite", file = "operator.sqlite", records = true,
      columns = { "event", "type", "outcome", "by", "reason", "code=error.code", "message=error.message" },
    },
  },
}
