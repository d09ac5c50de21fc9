extension Catalogue {
  /// Returns the text that a stage stored for an unchanged file; nil if there is none. `maker`
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

  /// Stores a text for a file at once, because it took long to make; see ``note(_:of:name:at:)``.
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
