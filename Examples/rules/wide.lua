-- Offers the wide pictures of a library, the widest first.
return pipeline {
  about = "Offers the wide pictures of a library, the widest first.",
  source {},
  aspect { round = 2 },
  filter { aspect = at_least(1.5), sortedBy = "-aspect" },
  notify { title = "Print this one?" },
}
