internal import Platform

/// Hands assets' files to the desktop: to the program of their type, or to the file manager.
struct ShowStep: Step {
  enum Way: Sendable {
    case open, reveal
  }

  let name: String
  let way: Way

  /// How many files one run shows; more windows are nobody's wish.
  private static let most = 32

  var ordering: StepOrdering { .source }
  var facets: FacetSet { .header }
  var detail: String { way == .open ? "with the program of their type" : "in the file manager" }

  func makeWorker(in lane: Lane) throws -> any Worker {
    let context = lane.context
    precondition(
      context.isDryRun || context.capabilities.contains(.desktop),
      "files are shown on the desktop if that is granted")
    return ShowWorker(self, context, context.isDryRun ? [] : try programs())
  }

  /// The programs that do it, of which the next is tried where one fails.
  private func programs() throws -> [ShowWorker.Program] {
    let openers = [DesktopOpener()].compactMap(\.?.program)
    let programs: [ShowWorker.Program] =
      switch way {
      case .open: openers.map { .file($0) }
      case .reveal:
        FileManagerCall.programs.map { .items($0) } + openers.map { .folder($0) }
      }
    guard !programs.isEmpty else {
      throw RunProblem.missingProgram("\(name): \(DesktopOpener.remedy)")
    }
    return programs
  }

  /// Confined to one lane.
  fileprivate final class ShowWorker: Worker {
    enum Program {
      /// Gets each file.
      case file(DesktopProgram)
      /// Gets all files at once.
      case items(FileManagerCall)
      /// Gets each folder.
      case folder(DesktopProgram)
    }

    private let step: ShowStep
    private let context: RunContext
    private let programs: [Program]
    private let headers: HeaderReaderPool
    private var count = 0

    init(_ step: ShowStep, _ context: RunContext, _ programs: [Program]) {
      self.step = step
      self.context = context
      self.programs = programs
      headers = context.makeHeaderReaders()
    }

    func process(_ batch: inout Batch) throws {
      var shown: [(asset: Asset, file: ShownFile)] = []
      batch.keep { asset in
        if let file = file(of: asset) { shown.append((asset, file)) }
        return true
      }
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      if shown.isEmpty { return }
      if !context.isDryRun, let reason = show(shown.map(\.file.path)) {
        for (asset, _) in shown { asset.fail(stage: step.name, reason) }
        batch.keep { _ in true }
        return
      }
      for (asset, file) in shown {
        if context.isDryRun {
          context.notices.pass(
            "dry run: \(step.name) \"\(String(decoding: file.path, as: UTF8.self))\"")
        }
        asset.note(ActRecord.Act(stage: step.name, path: file.path))
      }
    }

    private func file(of asset: Asset) -> ShownFile? {
      do {
        guard count < ShowStep.most else {
          throw FileProblem(
            "\(ShowStep.most) files are shown already, which is the most; choose some by a limit")
        }
        let file = try ShownFile(asset, headers)
        count += 1
        return file
      } catch let failure as AssetFailure {
        asset.fail(stage: step.name, failure.reason)
      } catch let problem as FileProblem {
        asset.fail(stage: step.name, problem.reason)
      } catch {
        asset.fail(stage: step.name, "\(error)")
      }
      return nil
    }

    /// - Returns: why it could not be done; nil when it was.
    private func show(_ paths: [[UInt8]]) -> String? {
      var reason: String?
      for program in programs {
        do throws(FileProblem) {
          switch program {
          case .file(let program): for path in paths { try program.run([Self.text(path)]) }
          case .items(let call): try call.run(paths)
          case .folder(let program):
            var seen: Set<[UInt8]> = []
            for path in paths {
              let name = path.split(separator: UInt8(ascii: "/")).last ?? []
              let folder = Array(path.dropLast(name.count))
              if seen.insert(folder).inserted { try program.run([Self.text(folder)]) }
            }
          }
          return nil
        } catch {
          reason = error.reason
        }
      }
      return reason
    }

    private static func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
  }
}
