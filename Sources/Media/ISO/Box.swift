/// One box (atom) of an ISO base media file, cut to what contains it.
struct Box {
  let type: UInt32
  /// Where the box's content begins in the file.
  let payload: Int64
  /// Where the box ends in the file.
  let end: Int64

  var count: Int64 { end - payload }
}
