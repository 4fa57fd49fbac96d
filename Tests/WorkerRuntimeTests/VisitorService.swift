import Journal
import Messages
import WireJSON
import WorkerEngine

/// A service each of whose methods answers with the name of whoever calls it.
struct VisitorService: WorkerService {
    let name: ServiceName = "visitor"
    let summary = "Knows its visitors."
    let openRPC = Array("{}".utf8)

    var methods: [Method<Void>] {
        [
            Method("visitor.read", "For readers.", .read { $3.string($2.peer.name) }),
            Method(
                "visitor.attach",
                "For readers.",
                .read { _, _, context, result in
                    result.string(context.peer.name)
                    context.attach([])
                }
            ),
            Method("visitor.history", "For readers.", .readCommitted { $3.string($2.peer.name) }),
            Method("visitor.order", "For those who order.", for: .order, .write { $3.string($2.peer.name) }),
            Method("visitor.operate", "For those who operate.", .write { $3.string($2.peer.name) }),
            Method("visitor.list", "For those who operate.", for: .operate, .read { $3.string($2.peer.name) }),
            Method(
                "visitor.prepare",
                "For those who order.",
                for: .order,
                .writeWithJob({ _, _, _, context in
                    let name = context.peer.name
                    return BackgroundJob { { $2.string("\(name), \($1.peer.name)") } }
                })
            ),
        ]
    }

    func state(from levels: [Level]) {}
}
