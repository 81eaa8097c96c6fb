-- Emits who goes through a door while the office is closed.
return {
  on = "office.door", hours = "closed",
  execute = function(event, commander)
    commander:emit({ door = event.subject, person = event.data.person }, "late")
  end,
}
