import Glibc
import Testing
import ZeroMQ

@Suite struct CoreDumpTests {
    @Test func `a process that says so is not dumped`() async {
        await #expect(processExitsWith: .success) {
            // PR_GET_DUMPABLE of prctl(2), which Swift cannot call by its name because it takes any number of arguments.
            typealias Prctl = @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) -> CInt
            let prctl = unsafeBitCast(dlsym(nil, "prctl"), to: Prctl.self)
            precondition(prctl(3, 0, 0, 0, 0) == 1)
            ZMQNode.forbidCoreDump()
            precondition(prctl(3, 0, 0, 0, 0) == 0)
        }
    }
}
