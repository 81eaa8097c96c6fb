-- Reads an access log: status, path and agent of each request.
local counts = {}

return {
  on = "http.request",
  shouldHandle = function(event) return event.data.status ~= 304 end,
  execute = function(event, commander)
    local data = event.data
    local folder = data.path:match("^/([^/?]+)") or "/"
    counts[folder] = (counts[folder] or 0) + (data.bytes or 0)
    if data.status >= 400 or counts[folder] % 7 == 0 then
      commander:emit { host = data.host, folder = folder, status = data.status, agent = data.agent }
    end
  end,
}
