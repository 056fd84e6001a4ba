import Testing

@testable import Yodel
@testable import YodelTestSupport

// The settings of options that `Bench --options` measures.

@Suite("Settings that are measured")
struct OptionSettingTests {
    @Test func everyOptionHasARow() {
        #expect(Set(OptionSetting.decoding.compactMap(\.option)) == names(of: DecodingOptions()))
        #expect(Set(OptionSetting.encoding.compactMap(\.option)) == names(of: EncodingOptions()))
    }

    @Test func aRowSetsTheOptionThatItNames() {
        for setting in OptionSetting.decoding {
            guard let option = setting.option else { continue }
            var options = DecodingOptions.lenient
            setting.reading(&options)
            #expect(differences(options, DecodingOptions.lenient) == [option], "\(setting.name)")
        }
        for setting in OptionSetting.encoding {
            guard let option = setting.option else { continue }
            var options = EncodingOptions.default
            setting.writing(&options)
            #expect(differences(options, EncodingOptions.default) == [option], "\(setting.name)")
        }
    }

    @Test func namesDiffer() {
        for settings in [OptionSetting.decoding, OptionSetting.encoding] { #expect(Set(settings.map(\.name)).count == settings.count) }
    }

    @Test func documentsOfARowComeBack() throws {
        let orders = try OrderText.bodies(3).map { try ModelDecoder().decode(ShopOrder.self, from: $0) }
        let directory = try ModelDecoder().decode(Directory.self, from: DirectoryText.document(names: 1, operations: 1))
        for setting in OptionSetting.decoding + OptionSetting.encoding + [.none] {
            for order in orders { #expect(try again(order, setting) == order, "\(setting.name)") }
            #expect(try again(directory, setting) == directory, "\(setting.name)")
        }
    }

    private func again<T>(_ model: T, _ setting: OptionSetting) throws -> T {
        try setting.decoder.decode(T.self, from: setting.encoder.encode(model))
    }

    /// The stored properties, those that only `describe` sets among them.
    private func names<Options>(of options: Options) -> Set<String> { Set(Mirror(reflecting: options).children.compactMap(\.label)) }

    /// The properties in which options differ.
    private func differences<Options>(_ options: Options, _ others: Options) -> [String] {
        zip(Mirror(reflecting: options).children, Mirror(reflecting: others).children).compactMap { one, other in
            (one.value as? AnyHashable) == (other.value as? AnyHashable) ? nil : one.label
        }
    }
}
