/// Times the pieces that a request consists of: nanoseconds each, the median of seven rounds with the least and the most.
@main
enum Pieces {
    static func main() async throws {
        print("| piece | ns | least–most |\n| --- | --- | --- |")
        var watch = Stopwatch()
        try MessagePieces().time(&watch)
        try NumberPieces().time(&watch)
        try await ThreadPieces().time()
        try JournalPieces().time(&watch)
        // Used, so that nothing of it was left out.
        guard watch.sum != 0 else { return print("nothing was done") }
    }
}
