internal import Platform
internal import Synchronization

/// The contents in a run, known as precisely as needed to distinguish them. Sizes are compared
/// first, then the first and last 4 KiB, then all bytes: a file with a unique size is not read.
/// Files with equal ends are compared byte by byte with the content's exemplar, which reads no more
/// than hashing both would and can't be fooled by a forged collision. Files whose contents a
/// library names are not read, nor are two unchanged files that an earlier run compared. Safe from
/// any thread. Which assets are equal does not depend on the order in which worker threads meet
/// them; only the numbers do.
final class ContentClasses: Sendable {
  private let state = Lock(State())

  private struct State {
    var bySize: [Int: SizeClass] = [:]
    /// The numbers of contents, by the names that a library has for them.
    var byName: [String: Int] = [:]
    var count = 0

    /// Returns the class of a file, or the comparison that is needed first; the first `compared`
    /// files with equal ends are known to differ from it.
    mutating func next(
      for candidate: ContentExemplar, _ size: Int, behind compared: Int
    ) -> Next {
      if let content = candidate.content, let number = byName[content] {
        return .found(ContentClass(number: number, isRepeated: true))
      }
      if let next = bySize[size, default: SizeClass()].next(for: candidate, size, compared) {
        return next
      }
      candidate.number = count
      count += 1
      bySize[size]?.add(candidate)
      if let content = candidate.content { byName[content] = candidate.number }
      return .found(ContentClass(number: candidate.number, isRepeated: false))
    }

    /// Stores the library's name for the file's content, if any; returns the content's class.
    mutating func meet(_ candidate: ContentExemplar, as number: Int) -> ContentClass {
      if let content = candidate.content { byName[content] = number }
      return ContentClass(number: number, isRepeated: true)
    }
  }

  private struct SizeClass {
    /// The files of the size whose first and last 4 KiB were not compared yet.
    private var unexamined: [ContentExemplar] = []
    private var byEnds: [UInt64: [ContentExemplar]] = [:]
    /// True if libraries have names for the contents of all files.
    private var areNamed = true

    /// Returns the class of a file, or the next comparison; nil if it differs from all files added.
    mutating func next(
      for candidate: ContentExemplar, _ size: Int, _ compared: Int
    ) -> Next? {
      if unexamined.isEmpty, byEnds.isEmpty { return nil }
      if areNamed, candidate.content != nil { return nil }
      // All empty files have the same content.
      if size == 0, let first = unexamined.first {
        return .found(ContentClass(number: first.number, isRepeated: true))
      }
      guard candidate.isExamined, unexamined.allSatisfy(\.isExamined) else {
        return .examine(unexamined)
      }
      // A file that is no longer readable equals no other.
      for exemplar in unexamined {
        if let ends = exemplar.ends { byEnds[ends, default: []].append(exemplar) }
      }
      unexamined = []
      guard let ends = candidate.ends, let known = byEnds[ends], known.count > compared else {
        return nil
      }
      return .compare(known)
    }

    mutating func add(_ exemplar: ContentExemplar) {
      if exemplar.content == nil { areNamed = false }
      if let ends = exemplar.ends {
        byEnds[ends, default: []].append(exemplar)
      } else {
        unexamined.append(exemplar)
      }
    }
  }

  private enum Next {
    case found(ContentClass)
    /// Read the first and last 4 KiB of the file, and of these others of its size.
    case examine([ContentExemplar])
    /// Compare the file with these, which have the same ends.
    case compare([ContentExemplar])
  }

  /// Returns the class of the asset's content among all so far; `content` is the library's name for
  /// it, nil if it has none. Fails an asset that can't be read, and returns nil.
  func find(
    _ asset: Asset, _ content: String? = nil, comparing: FileComparer
  ) -> ContentClass? {
    guard let size = size(of: asset) else { return nil }
    guard let place = asset.original else {
      asset.fail(stage: "dedupe", "has no file to compare")
      return nil
    }
    do throws(FileProblem) {
      return try find(
        place, content, size: size, status: asset.knownStatus, comparing: comparing)
    } catch {
      asset.fail(stage: "dedupe", error.reason)
      return nil
    }
  }

  /// Returns the class of the file's content among all so far; `status` is the file's, if known.
  /// Throws ``FileProblem`` for an unreadable file.
  func find(
    _ place: any Original, _ content: String? = nil, size: Int64, status: FileStatus?,
    comparing: FileComparer
  ) throws(FileProblem) -> ContentClass {
    let candidate = ContentExemplar(place, knownBy: content, memory: comparing.memory)
    var opened: ExaminedFile?
    var compared = 0
    while true {
      let next = state.withLock { $0.next(for: candidate, Int(size), behind: compared) }
      switch next {
      case .found(let found): return found
      case .examine(let others):
        opened = try candidate.examine(status)
        for other in others { _ = try? other.examine() }
      case .compare(let known):
        if let same = try candidate.match(&opened, among: known[compared...], comparing) {
          return state.withLock { $0.meet(candidate, as: same.number) }
        }
        compared = known.count
      }
    }
  }

  /// Returns a new number, for a content that equals no other.
  func takeNumber() -> Int {
    state.withLock { state in
      defer { state.count += 1 }
      return state.count
    }
  }

  private func size(of asset: Asset) -> Int64? {
    if case .integer(let size) = asset.value(of: .fileSize) { return size }
    if asset.failure != nil { return nil }
    do {
      return try asset.openOriginal().status.size
    } catch {
      asset.fail(stage: "dedupe", error.reason)
      return nil
    }
  }
}

/// The set of assets in a run that have the same bytes, or the same key.
package struct ContentClass: Hashable, Sendable, Finding {
  /// The number of the set; the same for all its assets.
  package let number: Int
  /// True if another asset of the set was met before, in any worker thread.
  package let isRepeated: Bool
}
