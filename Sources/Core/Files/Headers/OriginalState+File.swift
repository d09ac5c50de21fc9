internal import CSystem
package import Media

extension OriginalState {
  /// The milliseconds after its last change for which an incomplete file counts as being written.
  private static let patience: Int64 = 5000

  /// Creates the state of an open file by its header and its end.
  ///
  /// - Parameters:
  ///   - format: the format by the whole header; nil to take that of the signature.
  ///   - name: the file's name, which may promise a picture or movie; nil to ignore it.
  package init(
    of file: OpenFile, format: MediaFormat? = nil, name: UnsafeRawBufferPointer? = nil
  ) {
    guard let damage = Self.damage(of: file, format, name) else {
      self = .whole
      return
    }
    let age = CatalogueClock.system.now / 1_000_000 - file.status.modification.milliseconds
    let isBeingWritten =
      abs(age) < Self.patience
      || csystem_has_writers(file.descriptor) == CSYSTEM_WRITERS_SOME
    self = isBeingWritten ? .beingWritten : .damaged(damage)
  }

  private static func damage(
    of file: OpenFile, _ known: MediaFormat?, _ name: UnsafeRawBufferPointer?
  ) -> Damage? {
    let promisesMedia = name.map { FilenameKind($0) == .media } ?? false
    if file.status.size == 0 { return name == nil || promisesMedia ? .empty : nil }
    let format = known ?? signature(of: file)
    if format == .unknown { return promisesMedia ? .unknownFormat : nil }
    let judged = try? Completeness(
      descriptor: file.descriptor, size: file.status.size, format: format)
    return judged == .incomplete ? .cutShort : nil
  }

  private static func signature(of file: OpenFile) -> MediaFormat {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { first in
      let count = max(0, csystem_read_at(file.descriptor, first.baseAddress, first.count, 0))
      return HeaderReader.format(of: UnsafeRawBufferPointer(rebasing: first[..<count]))
    }
  }
}

extension HeaderReaderPool: DamageReader {
  package func state(
    of file: OpenFile, name: UnsafeRawBufferPointer
  ) throws(FileProblem) -> OriginalState {
    let state: OriginalState
    do throws(MediaError) {
      state = OriginalState(of: file, format: try read(file).format, name: name)
    } catch {
      throw FileProblem("\(error)")
    }
    // A run before may have decoded it.
    guard state == .whole,
      catalogue?.isDamaged(CatalogueKey(file.status, name: name)) == true
    else { return state }
    return .damaged(.undecodable)
  }
}
