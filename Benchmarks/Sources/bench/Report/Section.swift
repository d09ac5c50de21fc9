/// What one benchmark found.
struct Section {
  let name: String
  let about: String
  let layout: Layout
  let rows: [Row]
}
