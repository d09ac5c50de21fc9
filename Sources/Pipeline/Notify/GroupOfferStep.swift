/// Offers all assets with one question: claims all in one transaction, asks, stores all answers in
/// another, and passes on accepted assets. Without a notifier, assets pass as they arrive.
struct GroupOfferStep: Step {
  let settings: OfferSettings
  /// True if the user may choose single assets, where the notifier and the tool support it.
  let letsChoose: Bool

  /// The greatest number of assets in a question, as longer lists are unusable; the next run offers
  /// the rest.
  private static let most = 100_000

  var name: String { "notify" }
  var ordering: StepOrdering { .source }
  var isSelective: Bool { true }
  var detail: String { "together, " + settings.summary(about: 2) }
  var traits: StepTraits { StepTraits(question: StepQuestion(joint: self)) }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    GroupOfferInstance(
      OfferSession(settings: settings, context: worker.context), letsChoose: letsChoose)
  }

  private final class GroupOfferInstance: StepInstance {
    private let session: OfferSession
    private let letsChoose: Bool
    private var gathered: [Asset] = []
    private var leftOut = 0

    init(_ session: OfferSession, letsChoose: Bool) {
      self.session = session
      self.letsChoose = letsChoose
    }

    private var context: RunContext { session.context }
    private var asks: Bool { context.services.notifier != nil && !context.request.isDryRun }

    var holdsBack: Bool { asks }
    var isSatisfied: Bool { leftOut > 0 }

    func process(_ batch: inout Batch) throws {
      guard asks else { return try session.deliver(&batch) }
      let room = GroupOfferStep.most - gathered.count
      var position = 0
      batch.keep { _ in
        position += 1
        return position <= room
      }
      leftOut += max(0, position - room)
      gathered += batch.survivors
      batch.holdAll()
    }

    func finish() throws -> [Asset] {
      guard let notifier = context.services.notifier, !gathered.isEmpty else { return [] }
      if context.cancellation.isCancelled { throw RunProblem.cancelled }
      let verdicts = try session.claim(gathered)
      let assets = zip(gathered, verdicts).compactMap { $1 ? $0 : nil }
      gathered = []
      if assets.isEmpty { return [] }
      if leftOut > 0 {
        context.services.notices.tell(
          "\(GroupOfferStep.most) assets are offered at once; more are left for the next run")
      }
      let offers = assets.enumerated().map { place, asset in
        session.offer(
          of: asset, place: assets.count > 1 ? Offer.Place(place + 1, of: assets.count) : nil,
          hasPicture: place == 0)
      }
      let answers = try session.ask(assets) {
        if offers.count == 1 {
          return [try notifier.answer(to: offers[0], until: session.settings.deadline)]
        }
        let group = OfferGroup(
          title: session.settings.question(about: offers.count), noun: Self.noun(for: assets),
          offers: offers, duration: session.settings.duration)
        return try reply(to: group, about: assets, by: notifier)
      }
      return zip(assets, answers).compactMap { session.settings.passes($1.outcome) ? $0 : nil }
    }

    private func reply(
      to group: OfferGroup, about assets: [Asset], by notifier: any Notifier
    ) throws -> [OfferAnswer] {
      let deadline = session.settings.deadline
      guard letsChoose, let chooser = context.services.chooser,
        let notifier = notifier as? any ConcurrentNotifier
      else { return try notifier.answers(to: group, until: deadline) }
      switch try notifier.choice(among: group, until: deadline) {
      case .answers(let answers): return answers
      case .chooses:
        let chosen = try chooser.choose(among: assets, group.title, in: context)
        return assets.indices.map { OfferAnswer(chosen.contains($0) ? .accepted : .dismissed) }
      }
    }

    private static func noun(for assets: [Asset]) -> String {
      let isShot = assets.allSatisfy { asset in
        guard case .subtypes(let subtypes) = asset.value(of: .mediaSubtypes) else { return false }
        return subtypes.contains(.photoScreenshot)
      }
      if isShot { return "screenshots" }
      let kinds = Set(assets.map { $0.string(of: .mediaType) })
      return switch kinds {
      case ["image"]: "photos"
      case ["video"]: "videos"
      case ["image", "video"]: "photos and videos"
      default: "items"
      }
    }
  }
}
