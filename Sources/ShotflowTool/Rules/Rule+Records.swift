internal import Console
internal import Formats
internal import Pipeline

extension Rule {
  /// The members that its records may have.
  func recordMembers(in tool: Tool) -> RecordMembers {
    var kinds: [RecordMembers.Kind] = []
    var isOpen = false
    for plan in [plan] + following {
      let traits = plan.source.traits
      let kind: RecordMembers.Kind =
        plan.observed == nil
        ? traits.listsAlbums ? .album : .asset : traits.listsAlbums ? .albumChange : .change
      // The input may hold records of albums, too.
      let both: [RecordMembers.Kind] = traits.readsInput ? [kind, .album] : [kind]
      kinds += both.filter { !kinds.contains($0) }
      isOpen = isOpen || traits.readsInput || !plan.programs.isEmpty
    }
    return RecordMembers(
      kinds, adding: addedFields, shown: shownFields, isOpen: isOpen, in: tool)
  }

  /// The fields that its stages add, without those that every library gives.
  private var shownFields: [String] {
    ([plan] + following).reduce(into: []) { names, plan in
      for (place, field) in plan.fields.added.enumerated()
      where !plan.fields.given.contains(Field(addedAt: place)) && !names.contains(field.name) {
        names.append(field.name)
      }
    }
  }
}
