internal import Pipeline

/// The files that an undo took back from where an import had put them, which may be imported again.
struct UndoneImports {
  private static let memory = ImportMemory("import")

  /// The folders of the user's own library.
  private let own: [FolderPath]
  /// The hashes of the files, with the names of the memories that may hold them.
  private var files: [(digest: ContentDigest, memories: [String])] = []

  init(in tool: Tool) {
    let names = (try? LibraryChoice.unnamed(try tool.configuration()))?.names ?? []
    own = names.map { FolderPath(real: $0) }
  }

  mutating func add(_ part: FileOperation.Part) {
    guard part.kind == .copy || part.kind == .move else { return }
    files.append((part.digest, Self.memory.names(around: part.to, own: own)))
  }

  /// Forgets that a run imported the files; a failure is reported, as they are taken back already.
  func forget(
    as run: JournalRun, in folder: JournalFolder, of tool: Tool, _ messages: Messages
  ) {
    do {
      guard !files.isEmpty, let rule = try folder.content(of: run)?.rule,
        let ledger = try Ledger.existing(at: try tool.directories().ledger)
      else { return }
      try ledger.forget(files, claimedBy: rule)
    } catch {
      messages.writeProblem("what was taken back counts as imported before: \(error)")
    }
  }
}
