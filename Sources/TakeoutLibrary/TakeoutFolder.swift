/// A folder of a Takeout.
struct TakeoutFolder {
  let listing: DirectoryListing
  /// The number of its first file.
  let firstNumber: Int
  /// What folders share that are one, parts of which lie in several archives.
  let logicalFolder: Int
  /// The place of the album that it is; nil for the folder of a year, and for those of other things.
  var album: Int?
}
