/// A step that adds to the work of another step, and otherwise has its properties.
package protocol WrappingStep: Step {
  /// The other step.
  var step: any Step { get }
}

extension WrappingStep {
  package var name: String { step.name }
  package var ordering: StepOrdering { step.ordering }
  package var facets: FacetSet { step.facets }
  package var works: [ItemWork] { step.works }
  package var readsHeaders: Bool { step.readsHeaders }
  package var isSelective: Bool { step.isSelective }
  package var detail: String { step.detail }
  package var traits: StepTraits { step.traits }
}
