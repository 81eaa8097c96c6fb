-- What `perilune` runs in this folder and below, where no --script says otherwise.
-- `perilune config show` prints all settings and where each came from.
---@type perilune.Configuration
return {
  scripts = { "reports.lua" }, -- asked in this order
  limits = { time = 50 }, -- milliseconds that a script may run for one event
}
