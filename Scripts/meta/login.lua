---@meta login
-- Generated: see perilune.lua.

---@type perilune.login
local login

return login
