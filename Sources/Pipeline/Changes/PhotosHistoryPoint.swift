/// A place in the history that Photos keeps of its database: a transaction, and when it was made.
struct PhotosHistoryPoint: Hashable, Sendable {
  let transaction: Int64
  /// The bits of ZTIMESTAMP.
  let moment: UInt64
}
