import Testing
import ZeroMQ

struct MultipartTests {
    @Test func `gives frames back as they were appended, empty ones too`() {
        var message = ZMQMultipart([], [1, 2])
        message.append([3, 4, 5][1...])
        message.append([6].span)
        message.append(utf8: "é")
        #expect((0..<message.count).map { message.frame($0) } == [[], [1, 2], [4, 5], [6], [0xC3, 0xA9]])
        #expect((0..<message.count).map { message.size(of: $0) } == [0, 2, 2, 1, 2])
        #expect(message.byteCount == 7)
    }

    @Test func `texts are frames of UTF-8, and what is none is replaced`() {
        var message = ZMQMultipart(utf8: "", "\u{C0AC}\u{ACFC}")
        message.append([0x61, 0xFF])
        #expect(message.size(of: 1) == 6)
        #expect((0..<3).map { message.text($0) } == ["", "\u{C0AC}\u{ACFC}", "a\u{FFFD}"])
    }

    @Test func `lends a frame without copying it`() {
        let message = ZMQMultipart([1, 2], [], [3])
        let last = message.span(of: 2)
        let empty = message.span(of: 1)
        #expect(last.count == 1 && last[0] == 3 && empty.isEmpty)
    }

    @Test func `is empty after everything was removed, and can be used again`() {
        var message = ZMQMultipart([1], [2])
        message.removeAll()
        #expect(message.isEmpty && message == ZMQMultipart())
        message.append([])
        #expect(!message.isEmpty && message.count == 1)
    }

    @Test func `used again, it holds nothing of what it held before`() {
        var message = ZMQMultipart([1, 2, 3], [4, 5], [6])
        message.removeAll()
        message.append([7])
        #expect(message == ZMQMultipart([7]) && message.frame(0) == [7] && message.byteCount == 1)
        #expect(Set([message, ZMQMultipart([7])]).count == 1)
        // More than there ever was: partly written over, partly new.
        message.append([8, 9, 10, 11, 12, 13, 14])
        #expect(message == ZMQMultipart([7], [8, 9, 10, 11, 12, 13, 14]))
        let copy = message
        message.removeAll()
        message.append([0, 0])
        #expect(copy.frame(0) == [7] && message.frame(0) == [0, 0])
    }

    @Test func `frames cut differently make different messages`() {
        #expect(ZMQMultipart([1], [2, 3]) != ZMQMultipart([1, 2], [3]))
        #expect(ZMQMultipart([1, 2]) != ZMQMultipart([1, 2], []))
        #expect(Set([ZMQMultipart([1]), ZMQMultipart([1]), ZMQMultipart([1], [])]).count == 2)
    }
}
