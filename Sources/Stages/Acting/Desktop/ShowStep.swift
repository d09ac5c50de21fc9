internal import Platform

/// Opens assets' files on the desktop: with the program of their type, or in the file manager.
struct ShowStep: Step {
  enum Action: Sendable {
    case open, reveal
  }

  let name: String
  let way: Action

  /// The greatest number of files that a run shows, so that windows don't flood the screen.
  private static let most = 32

  var ordering: StepOrdering { .source }
  var facets: FacetSet { .header }
  var detail: String { way == .open ? "with the program of their type" : "in the file manager" }

  func makeWorker(in worker: WorkerContext) throws -> any StepInstance {
    let context = worker.context
    precondition(
      context.request.isDryRun || context.permission.capabilities.contains(.desktop),
      "files are shown on the desktop if that is granted")
    return ShowInstance(self, context, context.request.isDryRun ? [] : try programs())
  }

  /// Returns the programs that can show files, each to be tried if the one before fails.
  private func programs() throws -> [ShowInstance.Program] {
    let openers = [DesktopOpener()].compactMap(\.?.program)
    let programs: [ShowInstance.Program] =
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

  fileprivate final class ShowInstance: StepInstance {
    enum Program {
      /// A program that gets one file at a time.
      case file(DesktopProgram)
      /// A call that gets all files at once.
      case items(FileManagerCall)
      /// A program that gets one folder at a time.
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
      var shown: [(asset: Asset, file: OpenableFile)] = []
      batch.keep { asset in
        if let file = file(of: asset) { shown.append((asset, file)) }
        return true
      }
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      if shown.isEmpty { return }
      if !context.request.isDryRun, let reason = show(shown.map(\.file.path)) {
        for (asset, _) in shown { asset.fail(stage: step.name, reason) }
        batch.keep { _ in true }
        return
      }
      for (asset, file) in shown {
        if context.request.isDryRun {
          context.services.notices.pass(
            "dry run: \(step.name) \"\(String(decoding: file.path, as: UTF8.self))\"")
        }
        asset.note(ActRecord.Action(stage: step.name, path: file.path))
      }
    }

    private func file(of asset: Asset) -> OpenableFile? {
      do {
        guard count < ShowStep.most else {
          throw FileProblem(
            "\(ShowStep.most) files are shown already, which is the most; choose some by a limit")
        }
        let file = try OpenableFile(asset, headers)
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

    /// Shows files with the first program that works; returns the last failure, nil after success.
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
