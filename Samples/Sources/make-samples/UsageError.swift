/// An invalid command line.
struct UsageError: Error {
  let message: String
}
