-- Sets itself off until the host ends the chain.
return {
  on = "chain.*",
  execute = function(event, commander)
    commander:publish { type = "chain.next", data = { step = (event.data.step or 0) + 1 } }
  end,
}
