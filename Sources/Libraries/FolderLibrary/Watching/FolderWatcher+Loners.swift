internal import Assets
internal import CSystem
internal import Files
internal import Platform

extension FolderWatcher {
  /// True if no event occurred since the last ``news()``.
  package var isQuiet: Bool {
    #if os(Linux)
      queue?.isEmpty ?? false
    #else
      false
    #endif
  }

  /// Marks files that are not related to others in their folders. A folder's names are listed once;
  /// after that the system reports each new name.
  func markLoners(_ news: inout FolderChanges) {
    for place in news.files.indices {
      let file = news.files[place]
      news.files[place].isAlone =
        names(around: file).map { !$0.mayConcern(file.name.bytes) } ?? false
    }
  }

  private func names(around file: FolderChanges.File) -> RelatedNames? {
    let number = file.number
    guard tree.watch(of: number) != nil else { return nil }
    if let known = related[number] { return known }
    guard let handle = try? open.open(number, in: tree) else { return nil }
    let collector = EntryCollector(includesHidden: true)
    let problem = csystem_list(
      handle.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    guard problem == 0 else { return nil }
    let names = collector.names.withUnsafeBytes { names in
      collector.found.reduce(into: RelatedNames()) { all, found in
        let place = Int(found.start)..<Int(found.start) + Int(found.count)
        all.formUnion(RelatedNames(of: UnsafeRawBufferPointer(rebasing: names[place])))
      }
    }
    related[number] = names
    return names
  }
}
