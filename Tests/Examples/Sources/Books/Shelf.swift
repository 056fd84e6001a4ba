import Hummingbird

/// The books, in memory. A book's id is its place.
actor Shelf {
    private var books: [Book] = []

    func add(_ book: Book) -> Book {
        var book = book
        book.id = books.count
        books.append(book)
        return book
    }

    func all() -> [Book] { books }

    func find(_ id: Int) throws -> Book {
        guard books.indices.contains(id) else {
            throw HTTPError(.notFound, message: "there is no book \(id)")
        }
        return books[id]
    }

    func replace(_ id: Int, with book: Book) -> Book {
        books[id] = book
        books[id].id = id
        return books[id]
    }
}
