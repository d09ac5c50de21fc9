/// Where a run is cut: records go to a program, and what it writes goes on.
///
/// It has no work of its own. ``PipelineRun`` runs what stands before and behind it side by side.
package struct ProgramStep: Step {
  package let call: ProgramCall

  package init(call: ProgramCall) {
    self.call = call
  }

  package var name: String { call.stage }
  package var ordering: StepOrdering { .source }
  // A program is told all that a record says.
  package var facets: FacetSet { .header }
  package var detail: String { call.text }
  package var traits: StepTraits { StepTraits(program: call) }

  package func makeWorker(in lane: Lane) throws -> any Worker {
    throw RunProblem.programFailed("\(call.title) can't be started here")
  }
}
