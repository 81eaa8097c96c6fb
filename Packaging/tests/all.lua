-- Emits the data of every event.
return {
  execute = function(event, commander)
    commander:emit { n = event.data.n }
  end,
}
