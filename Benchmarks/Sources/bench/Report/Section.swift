/// The results of one benchmark.
struct Section {
  let name: String
  let about: String
  let layout: Layout
  let rows: [Row]
}
