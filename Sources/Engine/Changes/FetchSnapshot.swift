/// A fetch as it was when a token was given.
package struct FetchSnapshot {
  package let identity: FetchIdentity
  /// What was asked, with every constant in place; what depends on the time differs between runs.
  package let question: UInt64
  /// One for each library, or none if they can't be told to be unchanged.
  package let marks: [LibraryMark]
  package let list: FetchList
}
