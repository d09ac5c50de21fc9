/// How many assets of an album count, and which comes first and stands for it.
package struct AlbumMembers {
  package let count: Int
  package let cover: Asset?

  package init(count: Int, cover: Asset?) {
    self.count = count
    self.cover = cover
  }
}
