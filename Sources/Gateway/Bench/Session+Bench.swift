internal import ZeroMQ

extension Session {
    /// Sends a load, on a thread of its own.
    func load(_ plan: LoadPlan) async throws -> LoadTally {
        try await ZMQNode.withNode(name: "load") { node in
            try await LoadRun(plan: plan, session: self).run(on: node)
        }
    }

    /// Writes what a benchmark tells.
    func show(_ report: BenchReport) throws {
        if settings.isJSON {
            try output.write(bytes: report.document)
        } else {
            try output.write(report.lines(output.palette))
        }
    }
}
