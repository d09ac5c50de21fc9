internal import Assets

/// The files of folders that are gone, for the case that they come back.
extension FolderWatcher {
  /// The files that an earlier watcher of the same folder knew and reported.
  struct Memory {
    /// The files of folders, by the fingerprints of their paths.
    let files: [UInt64: KnownFiles]
    let reported: ReportedFiles
  }

  /// Keeps the files of a folder that was just removed, for the case that it comes back.
  func remember(_ number: FolderTree.Number) {
    guard let files = known.removeValue(forKey: number) else { return }
    if remembered.count >= Self.mostRemembered { remembered = [:] }
    remembered[fingerprint(of: number)] = files
  }

  /// The greatest number of removed folders whose files are kept; one more discards all.
  private static let mostRemembered = 1 << 16

  /// Removes and returns the files that a folder of that path had before; empty if unknown.
  func recall(_ number: FolderTree.Number) -> KnownFiles {
    remembered.removeValue(forKey: fingerprint(of: number)) ?? KnownFiles()
  }

  private func fingerprint(of number: FolderTree.Number) -> UInt64 {
    var fingerprint = Fingerprint()
    let path = tree.path(of: number)
    withExtendedLifetime(path) { fingerprint.add(path.bytes) }
    return fingerprint.value
  }

  /// Stops watching; returns what the watcher of the library needs to know when it is back.
  func leave() -> Memory {
    for file in touched.keys {
      if let folder = tree.number(of: file.folder), known[folder]?.has(file.name) == true {
        known[folder]?.noteReplacement(file.name)
      }
    }
    for number in Array(known.keys) { remember(number) }
    return Memory(files: remembered, reported: fresh)
  }
}
