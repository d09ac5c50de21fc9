internal import Media

/// Which of several files of one name are copies of one picture.
///
/// Takeout puts a picture into the folder of its year, and again into that of each album. Copies
/// have the same size, and their sidecars the same title and moment; a file without a sidecar is
/// nobody's copy. Files of one folder never are copies of each other.
struct TakeoutCopies {
  struct Candidate {
    let number: Int
    let logicalFolder: Int
    let isInAlbum: Bool
    let size: Int64?
    let item: TakeoutItem?
  }

  private struct Key: Hashable {
    let size: Int64
    let taken: Int64
    let title: String?
    let isTrashed: Bool
  }

  private var originals: [Int: Int] = [:]
  private var files: [Int: [Int]] = [:]

  init(_ candidates: [Candidate]) {
    // The folder of the year stands before albums; else the walk's order holds.
    let ordered = candidates.sorted {
      ($0.isInAlbum ? 1 : 0, $0.number) < ($1.isInAlbum ? 1 : 0, $1.number)
    }
    var found: [Key: [Int]] = [:]
    var counts: [Key: [Int: Int]] = [:]
    for candidate in ordered {
      var original = candidate.number
      if let size = candidate.size, let item = candidate.item, let taken = item.takenMilliseconds {
        let key = Key(size: size, taken: taken, title: item.title, isTrashed: item.isTrashed)
        // The second of equal files in a folder is a copy of the second elsewhere.
        let count = counts[key]?[candidate.logicalFolder] ?? 0
        counts[key, default: [:]][candidate.logicalFolder] = count + 1
        if let known = found[key], count < known.count {
          original = known[count]
        } else {
          found[key, default: []].append(original)
        }
      }
      originals[candidate.number] = original
      files[original, default: []].append(candidate.number)
    }
    for original in files.keys { files[original]?.sort() }
  }

  func original(of number: Int) -> Int { originals[number] ?? number }

  /// All files of a picture that stands for them, in the order of the walk.
  func files(of original: Int) -> [Int] { files[original] ?? [original] }
}
