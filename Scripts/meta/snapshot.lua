---@meta snapshot
-- Generated: see perilune.lua.

---@type perilune.snapshot
local snapshot

return snapshot
