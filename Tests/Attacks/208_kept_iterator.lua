-- Keeps the iterator of an event that had more members.
-- expect: harmless|error|script.kept
if kept_next then for _ = 1, 100 do kept_next() end end
if event then kept_next = pairs(event) end
