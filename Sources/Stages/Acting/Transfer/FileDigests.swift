internal import Platform

/// The SHA-256 of the files of some assets, for the journal: as earlier steps know it, or as several
/// threads compute it.
struct FileDigests {
  private var digests: [ObjectIdentifier: Result<ContentDigest, FileProblem>] = [:]

  init(of items: [TransferItem], width: Int, until cancellation: Cancellation) {
    var files: [ObjectIdentifier: OpenFile] = [:]
    for item in items {
      for part in item.missing where part.content == nil {
        files[ObjectIdentifier(part.file.file)] = part.file.file
      }
      guard let main = item.mainFile, let known = item.asset.knownDigest(of: main) else { continue }
      digests[ObjectIdentifier(main)] = .success(known)
    }
    let unknown = files.filter { digests[$0.key] == nil }
    let found = WorkerThread.map(Array(unknown.values), width: width) {
      file -> Result<ContentDigest, FileProblem> in
      do throws(FileProblem) {
        let progress = ItemProgress(cancellation: cancellation)
        return .success(try ContentHasher.digest(.sha256, of: file, progress))
      } catch {
        return .failure(error)
      }
    }
    for (key, digest) in zip(unknown.keys, found) { digests[key] = digest }
  }

  func digest(of file: OpenFile) throws(FileProblem) -> ContentDigest {
    guard let digest = try digests[ObjectIdentifier(file)]?.get() else {
      return try ContentHasher.digest(.sha256, of: file, ItemProgress())
    }
    return digest
  }
}

extension Asset {
  /// Returns the SHA-256 of the main file, if it is known and the open file is unchanged since.
  fileprivate func knownDigest(of file: OpenFile) -> ContentDigest? {
    guard let digest = findings?.digests.first(where: { $0.algorithm == .sha256 }),
      knownStatus?.hasSameContent(as: file.status) == true
    else { return nil }
    return digest
  }
}
