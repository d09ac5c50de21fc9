/// Where a run is cut: records go to a program, and what it writes goes on.
///
/// It has no work of its own. ``PipelineRun`` runs what stands before and behind it side by side.
struct ProgramStep: Step {
  let call: ProgramCall

  var name: String { call.stage }
  var ordering: StepOrdering { .source }
  // A program is told all that a record says.
  var facets: FacetSet { .header }
  var detail: String { call.text }
  var traits: StepTraits { StepTraits(program: call) }

  func makeWorker(in lane: Lane) throws -> any Worker {
    throw RunProblem.programFailed("\(call.title) can't be started here")
  }
}
