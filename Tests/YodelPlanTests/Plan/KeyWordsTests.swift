import Testing

@testable import Yodel

@Suite("Words of keys") struct KeyWordsTests {
    /// By the styles in this order: camel, Pascal, kebab, train, screaming.
    @Test(
        arguments: [
            ("createdAt", ["createdAt", "CreatedAt", "created-at", "Created-At", "CREATED_AT"]),
            ("avatarURL", ["avatarURL", "AvatarURL", "avatar-url", "Avatar-Url", "AVATAR_URL"]),
            ("URLSession", ["urlSession", "URLSession", "url-session", "Url-Session", "URL_SESSION"]),
            ("html5Page", ["html5Page", "Html5Page", "html5-page", "Html5-Page", "HTML5_PAGE"]),
            ("snake_case", ["snakeCase", "SnakeCase", "snake-case", "Snake-Case", "SNAKE_CASE"]),
            ("some_URLPart", ["someURLPart", "SomeURLPart", "some-url-part", "Some-Url-Part", "SOME_URL_PART"]),
            ("__typename", ["__typename", "__Typename", "__typename", "__Typename", "__TYPENAME"]),
            ("tail_", ["tail_", "Tail_", "tail_", "Tail_", "TAIL_"]), ("id", ["id", "Id", "id", "Id", "ID"]),
            ("größeÄndern", ["größeÄndern", "GrößeÄndern", "größe-ändern", "Größe-Ändern", "GRÖSSE_ÄNDERN"]),
            ("_", ["_", "_", "_", "_", "_"]), ("", ["", "", "", "", ""]),
        ] as [(String, [String])])
    func aNameInEachStyle(_ name: String, _ keys: [String]) {
        let spelt = [
            KeyWords.camelCase(name), KeyWords.pascalCase(name), KeyWords.kebabCase(name), KeyWords.trainCase(name),
            KeyWords.screamingSnakeCase(name),
        ]
        #expect(spelt == keys)
    }

    @Test func aKeyIsMadeANameOnlyIfItsStyleSpellsTheNameSo() {
        func name(_ style: KeyStyle, _ key: String) -> String { CodedKeys(style: style.rules?.spelling, ignoresCase: false).name(key) }
        #expect(name(.kebabCase, "created-at") == "createdAt" && name(.kebabCase, "Created-At") == "Created-At")
        #expect(name(.trainCase, "Created-At") == "createdAt" && name(.trainCase, "created-at") == "created-at")
        #expect(name(.screamingSnakeCase, "CREATED_AT") == "createdAt" && name(.screamingSnakeCase, "created_at") == "created_at")
        #expect(name(.pascalCase, "AvatarURL") == "avatarURL" && name(.pascalCase, "URLSession") == "URLSession")
        #expect(name(.kebabCase, "_ref") == "_ref" && name(.trainCase, "_Ref") == "_ref")
        #expect(name(.verbatim, "created_at") == "created_at")
    }
}
