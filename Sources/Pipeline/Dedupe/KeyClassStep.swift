internal import Platform
internal import Synchronization

/// Determines in parallel which assets have the same key: a text, a number or a Boolean that a
/// function of the rule returns; drops nothing yet. Assets without a key equal no other.
struct KeyClassStep: Step {
  let key: BoundFunction
  /// The classes of keys, shared by the worker threads of one run.
  private let classes = KeyClasses()

  func forRun() -> any Step { KeyClassStep(key: key) }

  var name: String { "compare" }
  var ordering: StepOrdering { .any }
  var readsHeaders: Bool { true }
  var traits: StepTraits { .comparing() }
  var detail: String { "the keys of \(key.stage.isEmpty ? "a function" : key.stage)" }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let evaluator = try worker.evaluator()
    return KeyClassInstance(classes, try evaluator.bind(key), evaluator)
  }

  private final class KeyClassInstance: StepInstance {
    private let classes: KeyClasses
    private let function: FunctionReference
    private let evaluator: any FunctionEvaluator

    init(
      _ classes: KeyClasses, _ function: FunctionReference, _ evaluator: any FunctionEvaluator
    ) {
      self.classes = classes
      self.function = function
      self.evaluator = evaluator
    }

    func process(_ batch: inout Batch) throws {
      guard batch.count > 0 else { return }
      let keys = try evaluator.values(of: function, on: batch)
      for (asset, key) in zip(batch.survivors, keys) {
        switch key {
        case .absent: break
        case .string, .integer, .number, .flag:
          asset.findingsForWriting()[ContentClass.self] = classes.find(key)
        default:
          asset.fail(
            stage: "dedupe", "a key is a text, a number, true or false", isOfRule: true)
        }
      }
      batch.keep { _ in true }
    }
  }
}

/// The numbers of the distinct keys in a run; safe from any thread.
private final class KeyClasses: Sendable {
  private let numbers = Lock<[String: Int]>([:])

  func find(_ key: FieldValue) -> ContentClass {
    let name = Self.name(of: key)
    return numbers.withLock { numbers in
      if let number = numbers[name] { return ContentClass(number: number, isRepeated: true) }
      numbers[name] = numbers.count
      return ContentClass(number: numbers.count - 1, isRepeated: false)
    }
  }

  /// Returns a text that differs for keys of different types, but not for equal numbers: `n1`.
  private static func name(of key: FieldValue) -> String {
    switch key {
    case .string(let text): "t\(text)"
    case .integer(let number): "n\(number)"
    case .number(let number): Int64(exactly: number).map { "n\($0)" } ?? "n\(number)"
    case .flag(let flag): "f\(flag)"
    default: ""
    }
  }
}
