-- /etc/perilune/perilune.lua: what perilune.service runs. After a change:
--   perilune config check --config /etc/perilune/perilune.lua
--   systemctl reload perilune      (scripts and their settings)
--   systemctl restart perilune     (everything else; connections wait, none is refused)
---@type perilune.Configuration
return {
  -- Scripts are asked in this order. They are in /etc/perilune, readable by everybody.
  scripts = {
    -- "rules/links.lua",
  },
  sources = {
    -- Where perilune.socket listens beyond loopback, senders need a token, for example made by
    --   openssl rand -hex 32 > /etc/credstore/perilune.token
    -- tokenFile = "credential:token",
  },
  sinks = {
    -- A JSON object for each event, and what scripts emitted; rotated by logrotate.
    -- records = "/var/log/perilune/records.jsonl",
    -- output = "/var/log/perilune/output.jsonl",
  },
}
