internal import Platform

/// The operations on the files of one asset.
struct TransferItem {
  let asset: Asset
  /// The first copies, and the second ones if there is a backup.
  let plans: [TransferPlan]

  /// The files that are not in place, the main one of the first copies first.
  var missing: [TransferPlan.Part] { plans.flatMap(\.missing) }

  /// The number of bytes to write.
  var byteCount: Int64 { missing.reduce(0) { $0 + $1.file.file.status.size } }

  /// The asset's own file; nil for a picture that was made of it.
  var mainFile: OpenFile? {
    guard let main = plans.first?.parts.first?.file, !main.isMade else { return nil }
    return main.file
  }

  /// Returns the parts of the operation for the journal.
  func parts(_ digests: FileDigests) throws(FileProblem) -> [FileOperation.Part] {
    var parts: [FileOperation.Part] = []
    for part in missing {
      let file = part.file.file
      let digest: ContentDigest
      if let content = part.content {
        digest = try ContentHasher.digest(.sha256, of: content.bytes)
      } else {
        digest = try digests.digest(of: file)
      }
      parts.append(
        FileOperation.Part(
          kind: part.kind, from: part.file.from.path, to: part.path,
          byteCount: part.content.map { Int64($0.bytes.count) } ?? file.status.size,
          modified: part.content?.previousModified ?? file.status.modified, digest: digest,
          previous: part.content?.previous))
    }
    return parts
  }

  /// Returns the files in place; `parts` are those of the operation that put them there.
  func files(after parts: [FileOperation.Part]) -> [TransferredFile] {
    let made = Dictionary(parts.map { ($0.to, $0) }) { first, _ in first }
    return plans.enumerated().flatMap { number, plan in
      plan.parts.map { part in
        TransferredFile(
          from: part.file.from.path, to: part.path,
          byteCount: made[part.path]?.byteCount ?? part.file.file.status.size,
          digest: made[part.path]?.digest, isBackup: number > 0)
      }
    }
  }
}

/// A file that a stage put in place, or found there.
package struct TransferredFile: Sendable {
  /// The absolute path before, without links among its folders.
  package let from: [UInt8]
  /// The absolute path after, without links among its folders.
  package let to: [UInt8]
  package let byteCount: Int64
  /// The SHA-256 of the content; nil for a file that was there already.
  package let digest: ContentDigest?
  /// True if it is a second copy.
  package let isBackup: Bool
}
