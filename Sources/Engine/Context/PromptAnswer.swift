/// What became of a question to a person.
public enum PromptAnswer: Sendable {
  case accepted, dismissed, expired
}
