// What is read as a document of its own: the text in a string, a model inside of a type that decodes itself. Its departures are those of the value around.

extension AllFeatures {
    /// How many departures are noted; nil: nobody wants to know.
    var reportLimit: Int? { report?.pointee.limit }

    /// Notes what a part of the value at hand has noted.
    ///
    /// - Parameter way: The way from the value at hand to the part.
    func note(_ departures: [DecodingReport.Departure], behind way: [JSONPath.Component], at offset: Int) {
        guard !departures.isEmpty else { return }
        let place = path.components + way
        for departure in departures {
            note(
                departure.code, departure.expected, found: departure.found, departure.action, at: offset,
                path: JSONPath(place + departure.path.components))
        }
    }
}
