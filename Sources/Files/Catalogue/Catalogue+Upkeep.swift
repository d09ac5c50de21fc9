extension Catalogue {
  /// What it holds; asking makes none.
  package func status() -> CatalogueStatus {
    guard let byteCount = CatalogueFile.byteCount(of: path) else {
      return CatalogueStatus(path: path, count: 0, byteCount: 0, limit: limit, problem: nil)
    }
    var count: Int64 = 0
    var problem: String?
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      try file.makeIfMissing()
      let database = try CatalogueDatabase(at: path)
      count = try database.fileCount()
      database.close()
    } catch {
      problem = error.reason
    }
    return CatalogueStatus(
      path: path, count: Int(clamping: count), byteCount: byteCount, limit: limit,
      problem: problem)
  }

  /// Forgets everything.
  ///
  /// - Throws: ``FileProblem`` when that is not possible now.
  package func clear() throws(FileProblem) {
    guard CatalogueFile.byteCount(of: path) != nil else { return }
    do throws(CatalogueProblem) {
      let file = try CatalogueFile(path: path)
      if try file.remove() { return }
      // A run that is under way goes on with an empty one.
      try file.makeIfMissing()
      let database = try CatalogueDatabase(at: path)
      try database.removeAll()
      database.close()
    } catch {
      throw FileProblem(error.reason)
    }
  }
}
