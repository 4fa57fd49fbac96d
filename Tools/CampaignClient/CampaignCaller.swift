import Messages
import Synchronization
import WorkerClient

/// One caller: a call after the other, and again the same key where the end is not known.
struct CampaignCaller {
    private let name: String
    private let client: WorkerClient
    private let recorder: CallRecorder
    /// Between two calls.
    private let pause: Duration
    private var workload: CampaignWorkload
    /// What was asked for and has no certain end.
    private var doubts: [CampaignIntent] = []

    init(name: String, client: WorkerClient, recorder: CallRecorder, pause: Duration, seed: UInt64) {
        self.name = name
        self.client = client
        self.recorder = recorder
        self.pause = pause
        workload = CampaignWorkload(seed: seed)
    }

    /// Calls until asked to settle, then until everything has an end.
    mutating func run(settlingTime: Duration) async {
        while !CampaignClient.isSettling.load(ordering: .relaxed) {
            if pause > .zero { try? await Task.sleep(for: pause) }
            if workload.chance(0.003) {
                await read()
            } else if !doubts.isEmpty, workload.chance(0.05) {
                await perform(doubts.removeFirst(), timeout: .seconds(2))
            } else {
                await perform(workload.next(), timeout: workload.timeout())
            }
        }
        let clock = SuspendingClock()
        let end = clock.now.advanced(by: settlingTime)
        while let intent = doubts.popLast() {
            guard clock.now < end else {
                recorder.hung(intent, by: name)
                continue
            }
            await perform(intent, timeout: .seconds(10))
        }
    }

    private mutating func perform(_ intent: CampaignIntent, timeout: Duration) async {
        let options = CallOptions(
            timeout: timeout,
            idempotencyKey: intent.key,
            isWrite: true,
            traceparent: intent.trace
        )
        let start = CallRecorder.now
        do throws(CallError) {
            let reply = try await client.call(intent.method, params: Array(intent.params.utf8), options: options)
            recorder.ended(intent, by: name, start: start, timeout: timeout, .success(reply))
        } catch {
            recorder.ended(intent, by: name, start: start, timeout: timeout, .failure(error))
            if case .refused(let refusal) = error.code, refusal.outcome == .notApplied,
                !refusal.isRetryable(isKeyed: true)
            {
                return
            }
            doubts.append(intent)
        }
    }

    private func read() async {
        let start = CallRecorder.now
        let method = JuiceMethod.stockList.name
        let reply = try? await client.call(method, options: CallOptions(timeout: .seconds(1), isWrite: false))
        if let reply { recorder.read(method, by: name, start: start, reply) }
    }
}
