import CPeers

/// A reader and writer in C++ for the documents of a corpus.
final class Peer {
    private let peer: OpaquePointer

    /// - Parameter model: The name of the model, which is the same in both languages.
    init(_ model: String, _ library: peer_library, _ corpus: Corpus) throws {
        let isLines: Int32 = corpus.framing == .lines ? 1 : 0
        guard let peer = peer_make(model, library, corpus.bytes.bindMemory(to: CChar.self).baseAddress, corpus.bytes.count, isLines) else {
            throw BenchError("there is no \(model) in Models.hpp")
        }
        self.peer = peer
    }

    deinit { peer_free(peer) }

    func decode(_ documents: Int) throws { try expect(documents, peer_decode(peer, documents)) }

    func checksum(_ documents: Int) throws -> UInt64 {
        let checksum = peer_checksum(peer, documents)
        if checksum == 0 { throw error }
        return checksum
    }

    /// Keeps the models of documents, to be written.
    func keep(_ documents: Int) throws { try expect(documents, peer_keep(peer, documents)) }

    /// Writes kept models, in turn.
    ///
    /// - Returns: Bytes.
    func encode(_ documents: Int) -> Int { peer_encode(peer, documents) }

    /// The text of a kept model.
    func text(_ index: Int) -> [UInt8] {
        var count = 0
        let text = peer_text(peer, index, &count)
        return Array(UnsafeRawBufferPointer(start: text, count: count))
    }

    private func expect(_ documents: Int, _ taken: Int) throws {
        if taken != documents { throw error }
    }

    private var error: BenchError { BenchError(String(cString: peer_error(peer))) }
}
