internal import Platform
internal import Synchronization

/// The contents that a run has met, known as precisely as it was needed to tell them apart.
///
/// Size first, then the first and last 4 KiB, then all bytes: nothing is read of a file whose size
/// is its own. Files of equal ends are compared byte by byte with the one that stands for the
/// content, which reads no more than hashing both would and can't be fooled by a forged collision.
///
/// Safe from any thread. Which assets are equal does not depend on the order in which lanes meet
/// them, only the numbers do.
final class ContentClasses: Sendable {
  private let state = Lock(State())

  private struct State {
    var bySize: [Int64: [ContentExemplar]] = [:]
    var count = 0
  }

  /// The asset's class among all that were met; nil when it can't be read, which is then noted in the asset.
  func find(_ asset: Asset, comparing: ContentComparison) -> ContentClass? {
    guard let size = size(of: asset) else { return nil }
    guard let place = asset.original else {
      asset.fail(stage: "dedupe", "has no file to compare")
      return nil
    }
    do throws(FileProblem) {
      return try find(place, size: size, comparing: comparing)
    } catch {
      asset.fail(stage: "dedupe", error.reason)
      return nil
    }
  }

  /// The class of a file's content among all that were met.
  ///
  /// - Throws: ``FileProblem`` when it can't be read.
  func find(
    _ place: any Original, size: Int64, comparing: ContentComparison
  ) throws(FileProblem) -> ContentClass {
    let candidate = ContentExemplar(place)
    var compared = 0
    while true {
      let known = state.withLock { state -> [ContentExemplar]? in
        let known = state.bySize[size] ?? []
        if known.count > compared { return known }
        candidate.number = state.count
        state.count += 1
        state.bySize[size, default: []].append(candidate)
        return nil
      }
      guard let known else { return ContentClass(number: candidate.number, isRepeated: false) }
      if let same = try match(candidate, known[compared...], size, comparing) {
        return ContentClass(number: same.number, isRepeated: true)
      }
      compared = known.count
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
    _ candidate: ContentExemplar, _ known: ArraySlice<ContentExemplar>, _ size: Int64,
    _ comparison: ContentComparison
  ) throws(FileProblem) -> ContentExemplar? {
    // Every file without bytes has the same content.
    if size == 0 { return known.first }
    let file = try candidate.open()
    let ends = try candidate.ends(of: file)
    for exemplar in known {
      // One that can't be read any more equals nothing.
      guard let others = try? exemplar.ends(), others == ends else { continue }
      if ends.coverAll { return exemplar }
      guard let other = try? exemplar.open() else { continue }
      if try comparison.areEqual(file, other) { return exemplar }
    }
    return nil
  }
}
