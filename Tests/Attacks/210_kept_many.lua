-- Keeps a part of each event as keys of a table.
-- expect: harmless|error|script.kept
kept_keys = kept_keys or {}
if event then kept_keys[event], kept_keys[event.data] = true, true end
for key in next, kept_keys do
  local text = tostring(key)
end
