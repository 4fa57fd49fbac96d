import Messages
import WireJSON
import WorkerClient

/// The messages of the hot paths, read and written as services and clients do.
struct MessagePieces {
    private static let key = "01980f3e-5a52-7d10-8a9c-3a1d6c1f0e77"
    private static let order = """
        {"jsonrpc":"2.0","id":"3w5e11264sgsf-1234","method":"juice.order","params":{"juice":"mango","quantity":1},\
        "meta":{"idempotencykey":"\(key)","timeoutms":5000}}
        """
    private static let evaluate = """
        {"jsonrpc":"2.0","id":"3w5e11264sgsf-1234","method":"calc.evaluate","params":{"formula":"1234.5×2−10÷3"},\
        "meta":{"timeoutms":5000}}
        """
    private static let receipt = """
        {"id":"17","juice":"mango","quantity":1,"used":[{"fruit":"mango","quantity":3}],\
        "left":[{"fruit":"mango","quantity":999999997,"version":3}],"time":"2026-11-21T19:54:40.732Z"}
        """
    private static let change = """
        {"fruit":"mango","previous":1000000000,"quantity":999999997,"delta":-3,"version":3,"cause":"order","ref":"17"}
        """

    private let reader = JSONReader(limits: JSONLimits())
    private let replies = ReplyWriter(source: "/juice-service", epoch: key)
    private let id = RequestID.string("3w5e11264sgsf-1234")

    /// An event as the journal has it.
    static let record = EventRecord(
        sequence: 1_042,
        previousSequence: 1_041,
        type: StockChanged.type,
        subject: "mango",
        time: 1_795_290_880_732,
        causationID: "3w5e11264sgsf-1234",
        traceparent: nil,
        data: Array(change.utf8)
    )

    /// A result as the journal has it.
    static let result = Array(receipt.utf8)

    func time(_ watch: inout Stopwatch) throws {
        let (order, evaluate) = (Array(Self.order.utf8), Array(Self.evaluate.utf8))
        try watch.time("read the request of an order, \(order.count) bytes, with its params") {
            let request = try Request(try reader.read(order))
            return try JuiceOrderParams(order: request.params).quantity + (request.meta.idempotencyKey?.utf8.count ?? 0)
        }
        try watch.time("read the request of a formula, \(evaluate.count) bytes, with its params") {
            let request = try Request(try reader.read(evaluate))
            return try CalcEvaluateParams(params: request.params).formula.utf8.count
        }
        var writer = JSONWriter(capacity: 1_024)
        watch.time("write the reply of an order") {
            writer.removeAll()
            replies.write(result: Self.result[...], id: id, sequence: 1_042, to: &writer)
            return writer.bytes.count
        }
        let reply = writer.bytes
        watch.time("write an event") {
            writer.removeAll()
            CloudEvent.write(Self.record, source: "/juice-service", epoch: Self.key, to: &writer)
            return writer.bytes.count
        }
        let event = writer.bytes
        try watch.time("read the reply of an order, \(reply.count) bytes") {
            Reply(try reader.read(reply))?.meta?.sequence ?? 0
        }
        try watch.time("read an event, \(event.count) bytes") {
            CloudEvent(try reader.read(event))?.sequence ?? 0
        }
        watch.time("make an idempotency key") { IdempotencyKey.make().utf8.count }
    }
}
