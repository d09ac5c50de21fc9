internal import ArgumentParser
internal import Pipeline

/// Prints where decisions are kept, whether or not there are any.
struct AuthPathCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where the decisions are kept.")

  func run() throws {
    do {
      Output.write(try PermissionStore.ofPerson().path + "\n")
    } catch {
      throw Messages().report(error, rulePath: "")
    }
  }
}
