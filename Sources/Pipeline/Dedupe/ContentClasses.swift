internal import Platform
internal import Synchronization

/// The contents that a run has met, known as precisely as it was needed to tell them apart.
///
/// Size first, then the first and last 4 KiB, then all bytes: nothing is read of a file whose size
/// is its own. Files of equal ends are compared byte by byte with the one that stands for the
/// content, which reads no more than hashing both would and can't be fooled by a forged collision. Of
/// files whose contents are known from elsewhere nothing is read, and nothing of two that earlier runs
/// compared and that did not change since.
///
/// Safe from any thread. Which assets are equal does not depend on the order in which lanes meet
/// them, only the numbers do.
final class ContentClasses: Sendable {
  private let state = Lock(State())

  private struct State {
    var bySize: [Int64: SizeClass] = [:]
    /// The numbers of contents that are known from elsewhere.
    var byName: [String: Int] = [:]
    var count = 0

    /// What is to be done next for a file of that size that equals none of the first `compared` of
    /// those with equal ends.
    mutating func next(
      for candidate: ContentExemplar, _ size: Int64, behind compared: Int
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

    /// A file whose content was met before under no name, or another.
    mutating func meet(_ candidate: ContentExemplar, as number: Int) -> ContentClass {
      if let content = candidate.content { byName[content] = number }
      return ContentClass(number: number, isRepeated: true)
    }
  }

  /// The contents of one size.
  private struct SizeClass {
    /// Those whose ends were not needed yet.
    private var unexamined: [ContentExemplar] = []
    private var byEnds: [UInt64: [ContentExemplar]] = [:]
    /// Whether names from elsewhere tell all of them apart.
    private var areNamed = true

    /// Nil when the candidate is another content than these.
    mutating func next(
      for candidate: ContentExemplar, _ size: Int64, _ compared: Int
    ) -> Next? {
      if unexamined.isEmpty, byEnds.isEmpty { return nil }
      if areNamed, candidate.content != nil { return nil }
      // Every file without bytes has the same content.
      if size == 0, let first = unexamined.first {
        return .found(ContentClass(number: first.number, isRepeated: true))
      }
      guard candidate.isExamined, unexamined.allSatisfy(\.isExamined) else {
        return .examine(unexamined)
      }
      // What can't be read any more equals nothing.
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
    /// The ends of the candidate and of these have to be known.
    case examine([ContentExemplar])
    /// The candidate may be one of these, which have the same ends.
    case compare([ContentExemplar])
  }

  /// The asset's class among all that were met; nil when it can't be read, which is then noted in the asset.
  ///
  /// - Parameter content: what its content is known by from elsewhere; nil where that is not known.
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

  /// The class of a file's content among all that were met.
  ///
  /// - Parameter status: the file's, where that is known.
  /// - Throws: ``FileProblem`` when it can't be read.
  func find(
    _ place: any Original, _ content: String? = nil, size: Int64, status: FileStatus?,
    comparing: FileComparer
  ) throws(FileProblem) -> ContentClass {
    let candidate = ContentExemplar(place, knownBy: content, memory: comparing.memory)
    var opened: ExaminedFile?
    var compared = 0
    while true {
      let next = state.withLock { $0.next(for: candidate, size, behind: compared) }
      switch next {
      case .found(let found): return found
      case .examine(let others):
        opened = try candidate.examine(status)
        for other in others { _ = try? other.examine() }
      case .compare(let known):
        if let same = try match(candidate, &opened, known[compared...], comparing) {
          return state.withLock { $0.meet(candidate, as: same.number) }
        }
        compared = known.count
      }
    }
  }

  /// The number of a content that equals no other.
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

  /// The exemplar with the candidate's bytes, if one is among `known`.
  private func match(
    _ candidate: ContentExemplar, _ opened: inout ExaminedFile?,
    _ known: ArraySlice<ContentExemplar>, _ comparer: FileComparer
  ) throws(FileProblem) -> ContentExemplar? {
    for exemplar in known {
      // Names from elsewhere tell their contents apart.
      if exemplar.content != nil, candidate.content != nil { continue }
      if let name = candidate.name, name == exemplar.name { return exemplar }
      let file: ExaminedFile
      if let known = opened { file = known } else { file = try candidate.open() }
      opened = file
      // One that can't be read any more equals nothing.
      guard let other = try? exemplar.open() else { continue }
      if try comparer.bytes.areEqual(file.file, other.file) {
        candidate.equals(exemplar, file, other)
        return exemplar
      }
    }
    return nil
  }
}
