internal import Assets
internal import CSystem

/// The JSON files of a folder whose names are those that a Google Takeout gives to the documents of
/// its pictures and movies, also cut ones and `(2)`. Other programs write such names, too.
package struct FolderDocuments {
  private var documents: [[UInt8]: [UInt8]] = [:]

  /// Reads the names in an open folder; those that can't be read are absent.
  package init(in folder: DirectoryHandle) {
    let collector = EntryCollector(includesHidden: true)
    _ = csystem_list(
      folder.descriptor, Unmanaged.passUnretained(collector).toOpaque(), collectEntry)
    collector.names.withUnsafeBytes { bytes in
      let names = collector.found.filter { $0.kind != .directory }.map { found in
        let place = Int(found.start)..<Int(found.start) + Int(found.count)
        return UnsafeRawBufferPointer(rebasing: bytes[place])
      }
      let groups = TakeoutFileGroups(names)
      for (index, name) in names.enumerated() {
        var owner = index
        for other in [groups.pictures[index], groups.originals[index]] where other >= 0 {
          owner = Int(other)
        }
        let document = Int(groups.sidecars[owner])
        if document >= 0 { documents[Array(name)] = Array(names[document]) }
      }
    }
  }

  /// Returns the name of a file's document; nil without one.
  package func document(of name: [UInt8]) -> [UInt8]? { documents[name] }
}
