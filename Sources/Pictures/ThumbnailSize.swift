/// The sides of a thumbnail: those of the picture, or the longest one cut to a limit and the other in proportion.
struct ThumbnailSize: Hashable {
    let width: Int
    let height: Int

    init(width: Int, height: Int, longestSide: Int) {
        let longest = max(width, height)
        guard longest > longestSide else {
            self.width = width
            self.height = height
            return
        }
        // Rounded to the nearest pixel, and never to none.
        func reduced(_ side: Int) -> Int { max((side * longestSide + longest / 2) / longest, 1) }
        self.width = reduced(width)
        self.height = reduced(height)
    }
}
