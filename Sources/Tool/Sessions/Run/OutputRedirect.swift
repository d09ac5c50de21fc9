package import Pipeline
internal import Platform
package import Terminal

/// A file or pipe that gets a run's records before they are printed, as for a list to pick from.
package struct OutputRedirect {
  /// The descriptor to which the run writes its records.
  let descriptor: Int32
  /// The ledger's claims for the records, made later for those that are printed.
  let claims: PostponedClaims
  /// The mode of the terminal on which the user picks, which signals restore; nil without one.
  var mode: TerminalMode?
  /// The page that asks the run's questions and shows its records; nil without one.
  var page: PageController?
  /// Lets the user choose on that page what the rule's last stages act on; nil if they act on all.
  var acts: PageActs?
  /// Prints the records after the run; returns their number.
  let finish: (RunContext, (any RecordFormat)?) throws -> Int

  package init(
    descriptor: Int32, claims: PostponedClaims, mode: TerminalMode? = nil,
    page: PageController? = nil, acts: PageActs? = nil,
    finish: @escaping (RunContext, (any RecordFormat)?) throws -> Int
  ) {
    self.descriptor = descriptor
    self.claims = claims
    self.mode = mode
    self.page = page
    self.acts = acts
    self.finish = finish
  }
}
