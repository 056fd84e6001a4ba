/// What is done with the documents.
enum Operation: String, CaseIterable {
    case decode
    case encode
    /// Into a property list and back.
    case archive
}

/// Who does it. The names appear in the table and in the JSON file.
enum ContenderID: String, CaseIterable {
    case memcpy
    case stringsOnly = "strings_only"
    case yajlEmpty = "yajl_empty"
    /// An encoder of `Codable` types that drops what it is given.
    case codableEmpty = "codable_empty"
    case handWritten = "hand_written"
    case yajlGen = "yajl_gen"
    /// Yodel on its scanner.
    case yodelScanner = "yodel_scanner"
    /// Yodel on yajl.
    case yodelYajl = "yodel_yajl"
    /// Yodel doing what its workload is about.
    case yodel
    /// Yodel on the same values without what its workload is about.
    case yodelPlain = "yodel_plain"
    /// Yodel's reader, from chunks of 64 KiB.
    case yodelChunks = "yodel_chunks"
    /// Yodel's reader of files, on every core.
    case yodelCores = "yodel_cores"
    /// Yodel, encoding into `Data`.
    case yodelData = "yodel_data"
    /// Yodel in the place of Foundation's decoder, by the coding that the compiler writes.
    case codableDecoder = "codable_decoder"
    /// Yodel as a subclass of Foundation's decoder, called through an interface that takes that.
    case fastDecoder = "fast_decoder"
    /// Yodel's decoder or encoder of models, of a type that is none: by the coding that the compiler writes.
    case yodelCodable = "yodel_codable"
    /// Yodel, into a `JSONValue`.
    case jsonValue = "json_value"
    /// Yodel, into a `[String: Any]`.
    case jsonObject = "json_object"
    /// Yodel's encoder of `Codable` types, by the coding that the compiler writes, into `Data`.
    case codableEncoder = "codable_encoder"
    /// Yodel as a subclass of Foundation's encoder, called through an interface that takes that.
    case fastEncoder = "fast_encoder"
    case jsonDecoder = "json_decoder"
    case jsonEncoder = "json_encoder"
    case jsonSerialization = "json_serialization"
    case dateFormatter = "date_formatter"
    /// Foundation's coder of property lists, with the coding that the compiler writes.
    case propertyList = "property_list"

    /// What kind of program it is.
    enum Family {
        /// A lower bound: no model is made.
        case floor
        /// Written by hand for the model.
        case handWritten
        case yodel
        case foundation
    }

    var family: Family {
        switch self {
        case .memcpy, .stringsOnly, .yajlEmpty, .codableEmpty: .floor
        case .handWritten, .yajlGen: .handWritten
        case .yodelScanner, .yodelYajl, .yodelChunks, .yodelCores, .yodel, .yodelPlain, .yodelData, .codableDecoder,
            .fastDecoder, .codableEncoder, .fastEncoder, .yodelCodable, .jsonValue, .jsonObject:
            .yodel
        case .jsonDecoder, .jsonEncoder, .jsonSerialization, .dateFormatter, .propertyList: .foundation
        }
    }
}

/// What is measured. The last four are read from the folder given with `--data`.
enum WorkloadID: String, CaseIterable {
    case githubUser = "github_user"
    case socialFeed = "social_feed"
    case eventsNDJSON = "events_ndjson"
    case userLines = "user_lines"
    case shortLines = "short_lines"
    case mappedUser = "mapped_user"
    case describedUser = "described_user"
    case shapesPolymorphic = "shapes_polymorphic"
    case dates
    case catalog
    /// Orders of a shop, as `@Model` lists them: required properties, identifiers, dates, decimals, enums, a validation.
    case service
    /// Dictionaries by name of structs with many optional properties, nested: what descriptions of services and configurations are.
    case directory
    /// The same with sorted keys, which only concerns those who write.
    case directorySorted = "directory_sorted"
    case user
    case weibo
    case twitter
    case canada
}
