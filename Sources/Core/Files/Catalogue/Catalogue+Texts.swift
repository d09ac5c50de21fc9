extension Catalogue {
  /// Returns the text that a stage stored for an unchanged file; nil if none exists. `maker`
  /// names the stage and everything else that the text depends on, besides the file.
  package func text(by maker: String, of key: CatalogueKey) -> String? {
    use { database, today throws(CatalogueProblem) in
      guard let (text, used) = try database.text(by: maker, of: key) else { return nil }
      // Texts that were used recently stay when room is made.
      if used < today - Self.dayGrain {
        try database.save(text, by: maker, of: key, limit: limit, today: today)
      }
      return text
    }
  }

  /// Writes the text that the stage `maker` made of a file to the database at once, as it took
  /// long; not for a file changed up to two seconds before `moment`, in nanoseconds since 1970.
  package func keep(
    _ text: String, by maker: String, of file: FileStatus, name: UnsafeRawBufferPointer,
    at moment: Int64
  ) {
    guard CatalogueClock.isSettled(file, at: moment) else { return }
    let key = CatalogueKey(file, name: name)
    _ = use { database, today throws(CatalogueProblem) -> Bool? in
      try database.save(text, by: maker, of: key, limit: limit, today: today)
      return true
    }
  }
}
