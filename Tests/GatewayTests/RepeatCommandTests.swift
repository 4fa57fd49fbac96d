import Messages
import Testing
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct RepeatCommandTests {
    @Test func `the next page is asked for with all that was given`() {
        let given = ["gateway", "market", "list", "--search", "망고 a'b", "--page=2", "--context", "shop"]
        #expect(
            RepeatCommand.text(given, setting: "--page", to: "3")
                == #"gateway market list --search '망고 a'\''b' --context shop --page 3"#
        )
        #expect(
            RepeatCommand.text(
                ["gateway", "juice", "orders", "--after", "x", "--limit", "5"],
                setting: "--after",
                to: "y"
            )
                == "gateway juice orders --limit 5 --after y"
        )
    }

    @Test(arguments: [
        (["gateway", "juice", "order", "망고쥬스", "2"], "gateway juice order 망고쥬스 2 --key K"),
        (["gateway", "juice", "order", "딸바 쥬스"], "gateway juice order '딸바 쥬스' --key K"),
        (["gateway", "juice", "order", "mango", "--key", "K"], "gateway juice order mango --key K"),
        (["gateway", "juice", "order", "mango", "--key=K"], "gateway juice order mango --key=K"),
        (["gateway", "juice", "order", "--", "-x"], "gateway juice order --key K -- -x"),
        (
            ["/opt/my jangteo/gateway", "juice", "restock", "mango=-3"],
            "'/opt/my jangteo/gateway' juice restock mango=-3 --key K"
        ),
        (
            ["gateway", "call", "juice.order", #"{"juice":"it's"}"#],
            #"gateway call juice.order '{"juice":"it'\''s"}' --key K"#
        ),
    ])
    func `the command that finds out is the same with the key`(arguments: [String], command: String) {
        #expect(RepeatCommand.text(arguments, key: "K") == command)
    }

    @Test func `what came from standard input stands in the command`() {
        let arguments = ["gateway", "call", "juice.order", "-", "--json"]
        let command = RepeatCommand.text(arguments, key: "K", input: #"{"juice":"mango"}"#)
        #expect(command == #"gateway call juice.order '{"juice":"mango"}' --json --key K"#)
    }

    @Test(arguments: [
        "", "a b", "$(id)", "`id`", "a;b", "a&b", "*", "~", "#x", "a\nb", "!!", "\\", "\"", "[a]", "{a,b}",
    ])
    func `a word that a shell would read otherwise is quoted`(word: String) {
        #expect(RepeatCommand.quoted(word) == "'\(word)'")
    }

    @Test(arguments: ["mango", "mango=-3", "망고=+3", "--key", "/run/x.y", "tcp://127.0.0.1:7101", "딸바"])
    func `a word that a shell reads as it is stays so`(word: String) {
        #expect(RepeatCommand.quoted(word) == word)
    }
}

/// Repeats of another run's write.
@Suite struct RepeatedWriteTests {
    @Test func `an attachment is known by its hash`() {
        let file = OutboxAttachment(Attachment(bytes: Array("abc".utf8), path: "/a/b.png"))
        #expect(file.hash == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(file.path == "/a/b.png")
    }

    @Test(arguments: [
        (CallError.Code.unreachable, false, true), (.timedOut, false, true),
        (.refused(RPCError(.overloaded, "")), true, true),
        (.refused(RPCError(.insufficientStock, "")), true, false),
        (.refused(RPCError(.idempotencyKeyReused, "")), true, false),
    ])
    func `a repeat that proves nothing leaves the outcome unknown`(
        reason: CallError.Code,
        wasSent: Bool,
        isUnknown: Bool
    ) {
        var failure = CallFailure.test(reason, wasSent: wasSent)
        #expect(!failure.isOutcomeUnknown)
        failure.isRepeat = true
        #expect(failure.isOutcomeUnknown == isUnknown)
        #expect((failure.status == .outcomeUnknown) == isUnknown)
        let lines = Texts.english.lines(failure, palette: .plain).joined(separator: "\n")
        #expect(lines.contains("--key k1") == isUnknown)
    }
}
