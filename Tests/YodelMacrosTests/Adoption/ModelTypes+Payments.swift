#if Macros
import Foundation
import YodelMacros

// A service that moves money.
extension ByModel {
    /// What money is counted in.
    public enum Currency: String, CaseIterable, Sendable {
        /// The currencies.
        case eur, usd, jpy, chf
    }

    /// How much, exactly.
    @Model
    public struct Money: Hashable, Sendable {
        /// How much.
        public let amount: Decimal
        /// Of what.
        public let currency: Currency

        /// Makes an amount.
        public init(_ amount: Decimal, _ currency: Currency = .eur) {
            self.amount = amount
            self.currency = currency
        }

        /// Nothing.
        public static let zero = Money(0)
    }

    /// Where somebody lives.
    @Model
    struct Address: Hashable {
        var line1: String
        var line2: String?
        var city: String
        var postalCode: String
        var country: String?

        enum CodingKeys: String, CodingKey {
            case line1, line2, city, country
            case postalCode = "postal_code"
        }
    }

    /// Who pays.
    @Model
    struct Customer: Hashable, Identifiable {
        @Model
        struct Shipping: Hashable {
            let name: String
            let phone: String?
            let address: Address
        }

        let id: String
        let object: String
        let email: String?
        let balance: Int64
        let created: Date
        let livemode: Bool
        var metadata: [String: String]
        let shipping: Shipping?
        let address: Address?
        let preferredLocales: [String]?
        let defaultMethod: PaymentMethod?

        private enum CodingKeys: String, CodingKey {
            case id, object, email, balance, created, livemode, metadata, shipping, address
            case preferredLocales = "preferred_locales"
            case defaultMethod = "default_method"
        }
    }

    /// What is paid by.
    @Model
    enum PaymentMethod: Hashable {
        @Model
        struct Card: Hashable {
            enum Brand: String, CaseIterable {
                case visa, mastercard, amex
            }

            let brand: Brand
            let last4: String
            let month: Int8
            let year: Int16

            enum CodingKeys: String, CodingKey {
                case brand, last4
                case month = "exp_month"
                case year = "exp_year"
            }
        }

        case card(Card)
        case transfer(iban: String, bic: String?)
        case wallet(UUID)
        case voucher(code: String)
        case cash
    }

    /// Money that has been taken.
    @Model
    struct Charge: Hashable, Identifiable {
        enum State: String, CaseIterable {
            case succeeded, pending, failed
        }

        @Model
        struct Outcome: Hashable {
            let networkStatus: String
            let riskScore: Int?
            let reason: String?

            enum CodingKeys: String, CodingKey {
                case networkStatus = "network_status"
                case riskScore = "risk_score"
                case reason
            }
        }

        let id: String
        let amount: Int
        let amountRefunded: Int
        let currency: Currency
        let status: State
        let outcome: Outcome?
        let method: PaymentMethod
        let receiptURL: URL?
        let refunds: [Refund]
        let metadata: [String: String]

        var isRefunded: Bool { amount == amountRefunded }

        enum CodingKeys: String, CodingKey {
            case id, amount, currency, status, outcome, refunds, metadata
            case amountRefunded = "amount_refunded"
            case method = "payment_method_details"
            case receiptURL = "receipt_url"
        }
    }

    /// Money that has been given back.
    @Model
    struct Refund: Hashable, Identifiable {
        let id: String
        let amount: Int
        let reason: String?
        let created: Date
    }

    /// What is to be paid.
    @Model
    final class Invoice: Identifiable {
        @Model
        struct Line: Hashable {
            @Model
            struct Period: Hashable {
                let start: Date
                let end: Date?
            }

            let description: String?
            let quantity: UInt
            let unitPrice: Decimal
            let taxRates: [Double]
            let period: Period

            var total: Decimal { unitPrice * Decimal(quantity) }

            enum CodingKeys: String, CodingKey {
                case description, quantity, period
                case unitPrice = "unit_amount_decimal"
                case taxRates = "tax_rates"
            }
        }

        let id: String
        let number: String?
        let total: Money
        let discounts: [Money]?
        private(set) var paid: Bool
        let lines: [Line]
        let dueDate: Date?

        init(id: String, total: Money) {
            self.id = id
            self.total = total
            number = nil
            discounts = nil
            paid = false
            lines = []
            dueDate = nil
        }

        enum CodingKeys: String, CodingKey {
            case id, number, total, discounts, paid, lines
            case dueDate = "due_date"
        }

        func pay() { paid = true }
    }

    /// What is paid for again and again.
    @Model
    struct Subscription: Hashable {
        @Model
        struct Plan: Hashable {
            enum Interval: String, CaseIterable {
                case day, week, month, year
            }

            let id: String
            let interval: Interval
            let intervalCount: Int
            let price: Money?
            let tiers: [Tier?]

            enum CodingKeys: String, CodingKey {
                case id, interval, price, tiers
                case intervalCount = "interval_count"
            }
        }

        @Model
        struct Tier: Hashable {
            let upTo: Int64?
            let unitAmount: Decimal

            enum CodingKeys: String, CodingKey {
                case upTo = "up_to"
                case unitAmount = "unit_amount"
            }
        }

        let id: UUID
        let plan: Plan
        let quantity: Int?
        let cancelAtEnd: Bool
        var trialEnd: Date?
        let items: [String: Plan]

        enum CodingKeys: String, CodingKey {
            case id, plan, quantity, items
            case cancelAtEnd = "cancel_at_period_end"
            case trialEnd = "trial_end"
        }
    }

    /// What there is.
    @Model
    struct Balance: Hashable {
        @Model
        struct Fund: Hashable {
            let amount: Int64
            let currency: Currency
            let sourceTypes: [String: Int64]?

            enum CodingKeys: String, CodingKey {
                case amount, currency
                case sourceTypes = "source_types"
            }
        }

        let available: [Fund]
        let pending: [Fund]
        let reserved: [Fund]?
        let livemode: Bool
    }

    /// Where a service tells what has happened.
    @Model
    struct Webhook: Hashable, Identifiable {
        let id: String
        let url: URL
        let apiVersion: String?
        let enabledEvents: [String]
        private let secret: Data?
        var retries = 3

        /// Whether what is sent can be checked.
        var isSigned: Bool { secret != nil }

        enum CodingKeys: String, CodingKey {
            case id, url, secret, retries
            case apiVersion = "api_version"
            case enabledEvents = "enabled_events"
        }
    }
}
#endif
