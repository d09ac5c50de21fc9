/// Bytes to facts.
enum Placeholder {}
