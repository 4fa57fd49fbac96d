import Platform
import Testing

@Suite struct ThisProcessMemoryTests {
    @Test func `the process uses some memory that it shares with no file`() throws {
        #expect(try #require(ThisProcess.unsharedMemory()) > 1 << 20)
    }
}
