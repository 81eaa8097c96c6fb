-- Requests that were not found: three fields.
return {
  on = "http.request",
  where = { ["data.status"] = 404 },
  execute = function(event, commander)
    local data = event.data
    commander:emit { host = data.host, path = data.path, bytes = data.bytes }
  end,
}
