/// How many assets of an album count, and which comes first and stands for it.
struct AlbumMembers {
  let count: Int
  let cover: Asset?
}
