/// Which entries of a ledger are meant; what is nil does not narrow, and all nil means everything.
package struct LedgerSelection: Hashable, Sendable {
  package var digest: DigestPrefix?
  package var memory: String?
  package var identifier: String?

  package init(
    digest: DigestPrefix? = nil, memory: String? = nil, identifier: String? = nil
  ) {
    self.digest = digest
    self.memory = memory
    self.identifier = identifier
  }

  package static let everything = LedgerSelection()
}
