import ZeroMQ

/// A pool of workers in which a job goes to the worker that is ready for the longest time.
@main
struct WorkerPool {
    static let jobs = 20

    static func main() async throws {
        try await ZMQNode.withNode(name: "pool") { node in
            let balancer = Balancer(node)
            try await balancer.bind()
            let (finish, finished) = AsyncStream.makeStream(of: Void.self)
            try await node.run { node in
                try await withThrowingTaskGroup { group in
                    group.addTask { try await balancer.passAnswers() }
                    group.addTask { try await balancer.passJobs() }
                    group.addTask { try await work(node, "quick") {} }
                    // Does not finish its first job before all others are done.
                    group.addTask { try await work(node, "slow") { for await _ in finish { break } } }
                    let done = try await order(node) { finished.yield() }
                    for (worker, count) in done.sorted(by: { $0.key < $1.key }) {
                        print("\(worker): \(count) of \(jobs) jobs")
                    }
                    group.cancelAll()
                }
            }
        }
    }

    /// Sends all jobs at once, and counts who has done them.
    static func order(_ node: ZMQNode, _ onLastButOne: () -> Void) async throws -> [String: Int] {
        try await node.withDealer { client in
            try client.connect(.inproc(name: "jobs"))
            for job in 1...jobs { try await client.send(ZMQMultipart(utf8: "job \(job)")) }
            var done: [String: Int] = [:]
            for count in 1...jobs {
                let worker = try await client.receive().text(0)
                done[worker, default: 0] += 1
                if count == jobs - 1 { onLastButOne() }
            }
            return done
        }
    }

    /// Says that it is ready, and answers each job, which says it again.
    static func work(_ node: ZMQNode, _ name: String, _ perform: () async -> Void) async throws {
        try await node.withDealer { worker in
            try worker.connect(.inproc(name: "workers"))
            try await worker.send(ZMQMultipart(utf8: "ready"))
            for await job in worker.messages {
                await perform()
                var answer = ZMQMultipart(job.frame(0))
                answer.append(utf8: name)
                try await worker.send(answer)
            }
        }
    }
}

/// Stands between clients and workers: an actor on the node's thread, whose sockets two tasks share.
actor Balancer {
    private let node: ZMQNode
    private var clients: RouterSocket?
    private var workers: RouterSocket?
    private let (ready, nowReady) = AsyncStream.makeStream(of: [UInt8].self)

    nonisolated var unownedExecutor: UnownedSerialExecutor { node.asUnownedSerialExecutor() }

    init(_ node: ZMQNode) { self.node = node }

    func bind() throws {
        clients = try node.makeRouter()
        workers = try node.makeRouter()
        try clients?.bind(.inproc(name: "jobs"))
        try workers?.bind(.inproc(name: "workers"))
    }

    /// Holds one job until a worker is ready for it: the others wait with their clients.
    func passJobs() async throws {
        guard let clients, let workers else { return }
        for await job in clients.messages where job.count == 2 {
            while let worker = await nextReady() {
                let message = ZMQMultipart(worker, job.frame(0), job.frame(1))
                // Refused when that worker has left; the next one takes the job.
                guard (try? workers.send(message)) == nil else { break }
            }
        }
    }

    /// The worker that is ready for the longest time.
    private func nextReady() async -> [UInt8]? {
        for await worker in ready { return worker }
        return nil
    }

    func passAnswers() async throws {
        guard let clients, let workers else { return }
        for await message in workers.messages {
            if message.count == 3 {
                // A client that is gone has no use for its answer.
                try? clients.send(ZMQMultipart(message.frame(1), message.frame(2)))
            }
            nowReady.yield(message.frame(0))
        }
    }
}
