-- Fails for some events, in a protected call or not.
return {
  on = "order.*",
  execute = function(event, commander)
    local fine, total = pcall(function() return event.data.total + 1 end)
    if not fine then
      if #event.id % 2 == 0 then error("no total in " .. event.id) end
      return commander:reject(tostring(total))
    end
    commander:emit { total = total }
  end,
}
