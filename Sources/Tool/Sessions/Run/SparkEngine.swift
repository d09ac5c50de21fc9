internal import CSystem
internal import LuaBridge
internal import Pipeline
internal import Platform
internal import Terminal

/// An engine that runs a rule on Apache Spark: a Python program replaces this process.
package struct SparkEngine {
  private let session: RuleSession

  init(_ session: RuleSession) {
    self.session = session
  }

  /// Replaces this process with the Python program; returns only if something is missing. Nothing
  /// is imported from the current folder, which is removed from Python's search path.
  func run() throws -> RunProblem {
    let words = try words
    guard let python = Self.program("python3") else {
      return .missingProgram("--engine spark needs python3; on Debian: apt install python3")
    }
    guard Self.program("java") != nil || Environment["JAVA_HOME"] != nil else {
      return .missingProgram(
        "--engine spark needs Java; on Debian: apt install openjdk-17-jre-headless")
    }
    let start = """
      import sys
      sys.path[:] = [place for place in sys.path if place.startswith("/")]
      try:
          import shotflow_spark.commandline as tool
      except ImportError as problem:
          print(f"shotflow: --engine spark needs {problem.name}; "
                "type: pip install shotflow-spark", file=sys.stderr)
          sys.exit(69)
      sys.exit(tool.main(sys.argv[1:]))
      """
    let arguments = [python, "-c", start] + words
    var pointers = arguments.map { strdup($0) }
    pointers.append(nil)
    let problem = csystem_become(python, pointers)
    return .missingProgram(
      "can't start \"\(python)\": \(String(cString: strerror(problem)).lowercased())")
  }

  private var words: [String] {
    get throws {
      let request = session.request
      if let option = request.optionsOfOneProcess.first {
        throw UsageProblem(
          "--engine spark does not take \(option) yet; without it, or in one process")
      }
      guard case .word(let word, let origin) = session.subject, word != RuleSubject.inputWord else {
        throw UsageProblem("--engine spark takes a rule by its name or file, which machines share")
      }
      var words = ["run", word] + (origin.map { [$0.option] } ?? [])
      for library in request.libraries { words += ["--library", library] }
      for (name, value) in [("--now", request.now), ("--master", request.shard.master)] {
        if let value { words += [name, value] }
      }
      for name in request.allowed { words += ["--allow", name] }
      return words + ["--shotflow", InstalledExecutable.ownPath, "--"] + request.ruleWords
    }
  }

  /// Returns the path of the first program of that name in the absolute folders of `PATH`, or nil.
  private static func program(_ name: String) -> String? {
    let path = Environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
