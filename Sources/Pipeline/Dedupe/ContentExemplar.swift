internal import Platform
internal import Synchronization

/// A file whose content is compared with that of others; safe from any thread.
final class ContentExemplar: Sendable {
  let place: any Original
  /// The library's name for the content; nil if it has none.
  let content: String?
  private let memory: ComparisonCache?
  private let state = Lock(State())

  private struct State {
    var number = 0
    /// The results of reading; nil before. A class, as most files are never read.
    var findings: Findings?
  }

  private final class Findings: Sendable {
    /// A checksum of the first and last 4 KiB; nil for a file that can't be read.
    let ends: UInt64?
    let name: ComparedContent.Name?
    /// The status for which checksum and name hold; nil if neither read nor in the catalogue.
    let status: FileStatus?

    init(ends: UInt64?, name: ComparedContent.Name? = nil, status: FileStatus? = nil) {
      self.ends = ends
      self.name = name
      self.status = status
    }
  }

  /// Creates a file to compare; `content` is the library's name for its content, `memory` has the
  /// results of earlier runs, nil without a catalogue.
  init(_ place: any Original, knownBy content: String? = nil, memory: ComparisonCache? = nil) {
    self.place = place
    self.content = content
    self.memory = memory
  }

  /// The number of the content, set before other threads can use the file.
  var number: Int {
    get { state.withLock { $0.number } }
    set { state.withLock { $0.number = newValue } }
  }

  private var findings: Findings? { state.withLock { $0.findings } }

  var isExamined: Bool { findings != nil }

  /// The checksum of the first and last 4 KiB; nil before it is determined, or if unreadable.
  var ends: UInt64? { findings?.ends }

  /// The catalogue's name for the content, shared by equal files; nil if it never equalled another.
  var name: ComparedContent.Name? { findings?.name }

  /// Determines the checksum of the file's ends, from earlier results or by reading; returns the
  /// file, if it was opened. `status` is the file's; nil if not known. Throws ``FileProblem`` if it
  /// can't be read; it equals no other then.
  func examine(_ status: FileStatus? = nil) throws(FileProblem) -> ExaminedFile? {
    if isExamined { return nil }
    if let recalled = memory?.recall(place, status), let ends = recalled.compared.ends {
      learn(Findings(ends: ends, name: recalled.compared.name, status: recalled.status))
      return nil
    }
    do throws(FileProblem) {
      let examined = try open()
      let ends = try ContentEnds.sum(of: examined.file)
      learn(Findings(ends: ends, status: examined.file.status))
      memory?.keep(ComparedContent(ends: ends), of: place, examined)
      return examined
    } catch {
      learn(Findings(ends: nil))
      throw error
    }
  }

  private func learn(_ findings: Findings) {
    state.withLock { $0.findings = findings }
  }

  func open() throws(FileProblem) -> ExaminedFile {
    let moment = memory?.now ?? 0
    return ExaminedFile(file: try place.open(), moment: moment)
  }

  /// Stores that two files have the same bytes, if both are unchanged since they were read. Of two
  /// names that the content has, both files get the smaller one, so that after some runs all have it.
  private func equals(_ other: ContentExemplar, _ mine: ExaminedFile, _ theirs: ExaminedFile) {
    guard memory != nil, mine.isSettled, theirs.isSettled else { return }
    let (own, others) = (name(of: mine), other.name(of: theirs))
    let name = [own, others].compactMap(\.self).min() ?? ComparedContent.Name()
    if own != name { keep(name, of: mine) }
    if others != name { other.keep(name, of: theirs) }
  }

  /// Returns the name of the content, if the file has not changed since it got that name.
  private func name(of examined: ExaminedFile) -> ComparedContent.Name? {
    guard let findings, let status = findings.status,
      examined.file.status.isUnchanged(since: status)
    else { return nil }
    return findings.name
  }

  /// Returns the file among others with equal ends that has the same bytes; nil if none has. `opened`
  /// is this file, if it is open already.
  func match(
    _ opened: inout ExaminedFile?, among others: some Collection<ContentExemplar>,
    _ comparer: FileComparer
  ) throws(FileProblem) -> ContentExemplar? {
    if let name, let same = others.first(where: { $0.name == name }) { return same }
    for exemplar in others {
      // Contents for which the library has different names differ.
      if exemplar.content != nil, content != nil { continue }
      let file: ExaminedFile
      if let known = opened { file = known } else { file = try open() }
      opened = file
      // A file that is no longer readable equals no other.
      guard let other = try? exemplar.open() else { continue }
      if try comparer.bytes.areEqual(file.file, other.file) {
        equals(exemplar, file, other)
        return exemplar
      }
    }
    return nil
  }

  private func keep(_ name: ComparedContent.Name, of examined: ExaminedFile) {
    let status = examined.file.status
    state.withLock { state in
      state.findings = Findings(ends: state.findings?.ends, name: name, status: status)
    }
    memory?.keep(ComparedContent(name: name), of: place, examined)
  }
}
