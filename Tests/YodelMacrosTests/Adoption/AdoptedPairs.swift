#if Macros
/// The types that are adopted, and what has to be known of them.
enum AdoptedPairs {
    static let all: [any AdoptedPair] = shared + social + hosting + payments + chat + cluster

    /// Keys that `Codable` requires and a model does not: their properties have defaults.
    static let keysWithDefaults: Set = ["notifying", "retries"]

    /// Cases without payloads.
    static let namesAlone: Set = ["everything", "starred", "cash", "separator", "resumed", "none", "recreate"]

    /// Cases with one value that has no label.
    static let namesOfOneValue: Set = ["author", "all", "issue_event", "tag_event", "card", "wallet", "row", "message", "exec", "after"]

    private static let shared: [any AdoptedPair] = [
        Pair(ByCodable.Page<ByCodable.Status>.self, ByModel.Page<ByModel.Status>.self),
        Pair(ByCodable.Page<ByCodable.Page<Int>>.self, ByModel.Page<ByModel.Page<Int>>.self),
        Pair(ByCodable.Envelope<ByCodable.Poll>.self, ByModel.Envelope<ByModel.Poll>.self),
        Pair(ByCodable.Envelope<ByCodable.Currency>.self, ByModel.Envelope<ByModel.Currency>.self),
        Pair(ByCodable.Refusal.self, ByModel.Refusal.self),
    ]

    private static let social: [any AdoptedPair] = [
        Pair(ByCodable.Account.self, ByModel.Account.self), Pair(ByCodable.MediaAttachment.self, ByModel.MediaAttachment.self),
        Pair(ByCodable.Status.self, ByModel.Status.self), Pair(ByCodable.Poll.self, ByModel.Poll.self),
        Pair(ByCodable.Tag.self, ByModel.Tag.self), Pair(ByCodable.Relationship.self, ByModel.Relationship.self),
        Pair(ByCodable.Notice.self, ByModel.Notice.self), Pair(ByCodable.FilterRule.self, ByModel.FilterRule.self),
        Pair(ByCodable.Filter.self, ByModel.Filter.self),
    ]

    private static let hosting: [any AdoptedPair] = [
        Pair(ByCodable.Owner.self, ByModel.Owner.self), Pair(ByCodable.Repository.self, ByModel.Repository.self),
        Pair(ByCodable.Label.self, ByModel.Label.self), Pair(ByCodable.Milestone.self, ByModel.Milestone.self),
        Pair(ByCodable.Reactions.self, ByModel.Reactions.self), Pair(ByCodable.Issue.self, ByModel.Issue.self),
        Pair(ByCodable.Comment.self, ByModel.Comment.self), Pair(ByCodable.PullRequest.self, ByModel.PullRequest.self),
        Pair(ByCodable.Commit.self, ByModel.Commit.self), Pair(ByCodable.Release.self, ByModel.Release.self),
        Pair(ByCodable.Release.Asset.self, ByModel.Release.Asset.self), Pair(ByCodable.Activity.self, ByModel.Activity.self),
        Pair(ByCodable.RateLimits.self, ByModel.RateLimits.self),
    ]

    private static let payments: [any AdoptedPair] = [
        Pair(ByCodable.Money.self, ByModel.Money.self), Pair(ByCodable.Address.self, ByModel.Address.self),
        Pair(ByCodable.Customer.self, ByModel.Customer.self), Pair(ByCodable.PaymentMethod.self, ByModel.PaymentMethod.self),
        Pair(ByCodable.Charge.self, ByModel.Charge.self), Pair(ByCodable.Refund.self, ByModel.Refund.self),
        Pair(ByCodable.Invoice.self, ByModel.Invoice.self), Pair(ByCodable.Subscription.self, ByModel.Subscription.self),
        Pair(ByCodable.Balance.self, ByModel.Balance.self), Pair(ByCodable.Webhook.self, ByModel.Webhook.self),
    ]

    private static let chat: [any AdoptedPair] = [
        Pair(ByCodable.User.self, ByModel.User.self), Pair(ByCodable.Role.self, ByModel.Role.self),
        Pair(ByCodable.Emoji.self, ByModel.Emoji.self), Pair(ByCodable.Channel.self, ByModel.Channel.self),
        Pair(ByCodable.Guild.self, ByModel.Guild.self), Pair(ByCodable.Embed.self, ByModel.Embed.self),
        Pair(ByCodable.Component.self, ByModel.Component.self), Pair(ByCodable.Message.self, ByModel.Message.self),
        Pair(ByCodable.GatewayEvent.self, ByModel.GatewayEvent.self), Pair(ByCodable.VoiceState.self, ByModel.VoiceState.self),
    ]

    private static let cluster: [any AdoptedPair] = [
        Pair(ByCodable.ObjectMeta.self, ByModel.ObjectMeta.self), Pair(ByCodable.Probe.self, ByModel.Probe.self),
        Pair(ByCodable.Container.self, ByModel.Container.self), Pair(ByCodable.Pod.self, ByModel.Pod.self),
        Pair(ByCodable.Condition.self, ByModel.Condition.self), Pair(ByCodable.Service.self, ByModel.Service.self),
        Pair(ByCodable.ConfigMap.self, ByModel.ConfigMap.self), Pair(ByCodable.Deployment.self, ByModel.Deployment.self),
        Pair(ByCodable.Deployment.Strategy.self, ByModel.Deployment.Strategy.self), Pair(ByCodable.Node.self, ByModel.Node.self),
        Pair(ByCodable.Schema.self, ByModel.Schema.self), Pair(ByCodable.CronJob.self, ByModel.CronJob.self),
    ]
}

extension ByCodable.FilterRule: CasesByName {
    static let caseNames = ["everything", "keyword", "author", "seen", "all", "unless"]
}

extension ByCodable.Activity: CasesByName {
    static let caseNames = ["starred", "push_event", "issue_event", "renamed", "tag_event"]
}

extension ByCodable.PaymentMethod: CasesByName {
    static let caseNames = ["cash", "card", "transfer", "wallet", "voucher"]
}

extension ByCodable.Component: CasesByName {
    static let caseNames = ["separator", "button", "menu", "link", "row"]
}

extension ByCodable.GatewayEvent: CasesByName {
    static let caseNames = ["resumed", "hello", "message", "typing", "presence", "ready"]
}

extension ByCodable.Probe: CasesByName {
    static let caseNames = ["none", "httpGet", "tcpSocket", "exec", "after"]
}

extension ByCodable.Deployment.Strategy: CasesByName {
    static let caseNames = ["recreate", "rollingUpdate", "canary"]
}
#endif
