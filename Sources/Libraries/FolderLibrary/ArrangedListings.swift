/// The listings of a library's folders in a walk, grouped by a convention once one of them shows it.
struct ArrangedListings {
  private let library: FolderLibrary
  private let selection: FolderSelection
  /// The grouping of the files by their convention; nil until a listing shows it.
  private(set) var arranged: (any ArrangementSelection)?

  init(_ library: FolderLibrary, _ selection: FolderSelection) {
    self.library = library
    self.selection = selection
    arranged = selection.arrangement?.selecting(selection)
  }

  /// Lists a folder. Throws ``FileProblem`` if it can't be read.
  mutating func listing(
    of directory: FolderDirectory
  ) throws(FileProblem) -> DirectoryListing {
    if let known = arranged?.listing(of: directory) { return known }
    let fresh = try DirectoryListing(directory, includesHidden: selection.includesHidden)
    let listing =
      selection.known?.unique(fresh, includesHidden: selection.includesHidden) ?? fresh
    guard arranged == nil,
      let found = library.convention.arrangement(
        showing: listing, in: library, includesHidden: selection.includesHidden)
    else { return listing }
    let arranged = found.selecting(selection)
    self.arranged = arranged
    return arranged.listing(of: directory) ?? listing
  }
}
