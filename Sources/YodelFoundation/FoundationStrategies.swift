import Foundation
import Yodel

// Foundation's strategies as those of Yodel's coders, which have the same cases. There is no `default`: a case that a later Foundation adds is an error here.

extension CodableDecoder.DateDecodingStrategy {
    init(_ strategy: JSONDecoder.DateDecodingStrategy) {
        switch strategy {
        case .deferredToDate: self = .deferredToDate
        case .secondsSince1970: self = .secondsSince1970
        case .millisecondsSince1970: self = .millisecondsSince1970
        case .iso8601: self = .iso8601
        case .custom(let decode): self = .custom(decode)
        }
    }
}

extension CodableDecoder.DataDecodingStrategy {
    init(_ strategy: JSONDecoder.DataDecodingStrategy) {
        switch strategy {
        case .deferredToData: self = .deferredToData
        case .base64: self = .base64
        case .custom(let decode): self = .custom(decode)
        }
    }
}

extension CodableDecoder.NonConformingFloatDecodingStrategy {
    init(_ strategy: JSONDecoder.NonConformingFloatDecodingStrategy) {
        switch strategy {
        case .throw: self = .throw
        case .convertFromString(let positiveInfinity, let negativeInfinity, let nan):
            self = .convertFromString(positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
        }
    }
}

extension CodableDecoder.KeyDecodingStrategy {
    init(_ strategy: JSONDecoder.KeyDecodingStrategy) {
        switch strategy {
        case .useDefaultKeys: self = .useDefaultKeys
        case .convertFromSnakeCase: self = .convertFromSnakeCase
        case .custom(let key): self = .custom(key)
        }
    }
}

extension CodableEncoder.DateEncodingStrategy {
    init(_ strategy: JSONEncoder.DateEncodingStrategy) {
        switch strategy {
        case .deferredToDate: self = .deferredToDate
        case .secondsSince1970: self = .secondsSince1970
        case .millisecondsSince1970: self = .millisecondsSince1970
        case .iso8601: self = .iso8601
        case .custom(let encode): self = .custom(encode)
        }
    }
}

extension CodableEncoder.DataEncodingStrategy {
    init(_ strategy: JSONEncoder.DataEncodingStrategy) {
        switch strategy {
        case .deferredToData: self = .deferredToData
        case .base64: self = .base64
        case .custom(let encode): self = .custom(encode)
        }
    }
}

extension CodableEncoder.NonConformingFloatEncodingStrategy {
    init(_ strategy: JSONEncoder.NonConformingFloatEncodingStrategy) {
        switch strategy {
        case .throw: self = .throw
        case .convertToString(let positiveInfinity, let negativeInfinity, let nan):
            self = .convertToString(positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity, nan: nan)
        }
    }
}

extension CodableEncoder.KeyEncodingStrategy {
    init(_ strategy: JSONEncoder.KeyEncodingStrategy) {
        switch strategy {
        case .useDefaultKeys: self = .useDefaultKeys
        case .convertToSnakeCase: self = .convertToSnakeCase
        case .custom(let key): self = .custom(key)
        }
    }
}
