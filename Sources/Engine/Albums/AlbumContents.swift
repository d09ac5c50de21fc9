/// The assets of a library's albums; confined to the thread that counts them.
package protocol AlbumContents: AnyObject {
  /// - Parameter place: of the album in the library's list.
  func members(of place: Int, counting: AlbumCounting) throws -> AlbumMembers
}
