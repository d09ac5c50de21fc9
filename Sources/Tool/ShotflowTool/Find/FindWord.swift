/// Words that are no fields, and what they mean behind `--sort` and `--count-by`.
enum FindWord {
  static let orders = [
    "date": "creationDate", "newest": "-creationDate", "oldest": "creationDate",
    "largest": "-fileSize", "smallest": "fileSize",
  ]

  static let groups = [
    "year": "{localDate:%Y}", "month": "{localDate:%Y-%m}", "day": "{localDate:%Y-%m-%d}",
    "date": "{localDate:%Y-%m-%d}",
    // The field folderPath has all folders above a file, and counts in each.
    "folder": "{folder}",
  ]
}
