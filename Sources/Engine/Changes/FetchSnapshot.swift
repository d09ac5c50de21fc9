/// A fetch as it was when a token was given.
package struct FetchSnapshot {
  let identity: FetchIdentity
  /// What was asked, with every constant in place; what depends on the time differs between runs.
  let question: UInt64
  /// One for each library, or none if they can't be told to be unchanged.
  let marks: [LibraryMark]
  let list: FetchList
}
