/// A command line that means nothing.
struct UsageError: Error {
  let message: String
}
