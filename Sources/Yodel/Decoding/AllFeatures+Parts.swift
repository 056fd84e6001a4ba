// What is read as a document of its own: the text in a string, a model inside of a type that decodes itself. Its issues are those of the value around.

extension Decoding where Features == AllFeatures {
    /// The rules for a part.
    var partRules: DecodingRules {
        var rules = rules
        rules.seeksLastTags = features.tags != .none
        return rules
    }
}

extension AllFeatures {
    /// A report of its own for a part; nil: nobody wants to know.
    var partReport: DecodingReport? { report?.pointee.emptied }

    /// Notes what a part of the value at hand has noted.
    ///
    func note(_ part: DecodingReport?, at offset: Int) {
        guard let part, !part.isEmpty, let report else { return }
        report.pointee.add(part, behind: path.components, at: offset)
    }
}
