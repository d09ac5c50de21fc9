internal import ArgumentParser

/// The options of a run in shards, as they were typed; ``ShardRequest`` interprets them.
package struct ShardOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The engine: one (this process), processes (several of this computer) or spark (Apache "
        + "Spark).", valueName: "engine"))
  var engine: String?

  @Option(
    help: ArgumentHelp(
      "With --engine processes: how many; as many as there are processors without it.",
      valueName: "number"))
  var workers: String?

  @Option(
    help: ArgumentHelp(
      "With --engine spark: where Spark runs, such as local[2] or yarn.", valueName: "master"))
  var master: String?

  @Option(
    help: ArgumentHelp(
      "Look only at the assets whose places are in this file, as split writes them; - for standard "
        + "input.", valueName: "file"))
  var shard: String?

  @Flag(
    help: "With --shard: do the part of a shard, for the process that puts the results together.")
  var partial = false

  @Option(
    help: ArgumentHelp(
      "With --partial: the digest of the plan that the shard is of.", valueName: "digest"))
  var plan: String?

  /// The options as a request.
  package var request: ShardRequest {
    ShardRequest(
      file: shard, isPartial: partial, plan: plan, engine: engine, workers: workers,
      master: master)
  }
}
