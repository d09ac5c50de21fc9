/// The least that a tool in Swift costs: it prints a letter.
@main
struct Main {
  static func main() {
    print("a")
  }
}
