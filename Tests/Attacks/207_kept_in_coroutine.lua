-- Keeps event and commander in a coroutine that outlives its event.
-- expect: harmless|error|script.kept
if kept_thread then kept_thread() end
kept_thread = coroutine.wrap(function()
  while true do
    coroutine.yield()
    commander:emit(event.id)
  end
end)
kept_thread()
