/// What one benchmark found.
struct Section {
  let name: String
  let rows: [Row]
}
