/// Reads standard input and replaces each album's record with the album's assets, from a library
/// that the user named. A missing album is one failure, and the run continues.
final class AlbumMemberReader: AssetReader {
  private let input: any AssetReader
  private let fetch: AssetFetch
  private let context: RunContext
  private var waiting: ArraySlice<Asset> = []
  private var members: (any AssetReader)?

  init(_ input: any AssetReader, _ fetch: AssetFetch, in context: RunContext) {
    self.input = input
    self.fetch = fetch
    self.context = context
  }

  var isAtEnd: Bool { members == nil && waiting.isEmpty && input.isAtEnd }

  func next() throws -> PendingBatch? {
    while true {
      if let batch = try members?.next() { return batch }
      members = nil
      guard let first = waiting.first else {
        guard let pending = try input.next() else { return nil }
        waiting = pending.unfold()[...]
        continue
      }
      if first.isAlbumRecord {
        waiting.removeFirst()
        do throws(LibraryProblem) {
          members = try reader(of: first)
        } catch {
          let failure = AssetFailure(
            asset: first.displayName, stage: "source", reason: error.description)
          return PendingBatch { [UnreadableAsset(failure)] }
        }
      } else {
        let assets = Array(waiting.prefix { !$0.isAlbumRecord })
        waiting = waiting.dropFirst(assets.count)
        return PendingBatch { assets }
      }
    }
  }

  private func reader(of album: Asset) throws(LibraryProblem) -> any AssetReader {
    let library = album.string(of: .library)
    let places =
      context.request.libraries.isEmpty ? [] : try context.places(named: context.request.libraries)
    guard let place = places.first(where: { $0.identity.string == library }) else {
      throw .notNamed(
        "is an album of \"\(library)\", which is not named; add --library \"\(library)\"")
    }
    var fetch = fetch
    fetch.album = album.string(of: .localIdentifier)
    do {
      let answer = try LibraryReader(fetch, in: context)
        .answer(of: context.library(place), at: place)
      if answer.residual == .always { return answer.reader }
      let program = PredicateProgram(answer.residual)
      return ChosenReader(answer.reader) { program.matches($0) }
    } catch let problem as LibraryProblem {
      throw problem
    } catch {
      throw .notFound("\(error)")
    }
  }
}
