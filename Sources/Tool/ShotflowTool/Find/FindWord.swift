/// Words that are no fields, and what they mean behind `--sort`.
enum FindWord {
  static let orders = [
    "date": "creationDate", "newest": "-creationDate", "oldest": "creationDate",
    "largest": "-fileSize", "smallest": "fileSize",
  ]
}
