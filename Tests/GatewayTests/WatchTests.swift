import ArgumentParser
import Glibc
import Messages
import Platform
import ServiceContexts
import Testing
import WireJSON
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct WatchTests {
    @Test(arguments: [
        ([], "juice.stock.changed.mango.", true),
        (["juice"], "juice.stock.changed.mango.", true),
        (["juice."], "juice.stock.changed.mango.", true),
        (["juice.stock"], "juice.stock.changed.mango.", true),
        (["juice.stock.changed.mango"], "juice.stock.changed.mango.", true),
        (["juice.stock.changed.mango"], "juice.stock.changed.mango-kiwi.", false),
        (["juice.stock.changed.kiwi", "juice.stock.changed.mango"], "juice.stock.changed.mango.", true),
        (["juice.stock.changed.mango.more"], "juice.stock.changed.mango.", false),
    ])
    func `a prefix takes whole words`(prefixes: [String], topic: String, isShown: Bool) throws {
        #expect(try WatchPlan(prefixes).shows(topic: topic) == isShown)
    }

    @Test func `the first word of a prefix names the service to listen to`() throws {
        #expect(try WatchPlan(["juice.stock", "juice"]).services.services == [.juice])
        #expect(try WatchPlan(["counter.changed"]).services.services == ["counter"])
        #expect(try WatchPlan([]).services == .all)
        #expect(throws: UsageError.self) { try WatchPlan(["service.ping"]) }
        #expect(throws: UsageError.self) { try WatchPlan(["calc"]) }
        #expect(throws: UsageError.self) { try WatchPlan(["juice", "juice.st"]) }
        #expect(throws: UsageError.self) { try WatchPlan(["market.product.registred"]) }
        #expect(throws: UsageError.self) { try WatchPlan([""]) }
    }

    private func event(_ type: String, _ data: String) throws -> CloudEvent {
        let json = """
            {"specversion":"1.0","id":"e/1042","source":"/juice-service","type":"\(type)","subject":"mango",\
            "time":"yesterday","sequence":"00000000000000001042","epoch":"e","data":\(data)}
            """
        return try #require(CloudEvent(try JSONReader().read(json)))
    }

    @Test func `a change of stock is one line`() throws {
        let event = try event(
            "juice.stock.changed",
            #"{"fruit":"mango","previous":10,"quantity":7,"delta":-3,"version":2,"cause":"order","ref":"17"}"#
        )
        #expect(
            EventLine.text(event, in: .english, palette: .plain)
                == "yesterday  mango         10 → 7 (-3)  order 17  #1042"
        )
        #expect(
            EventLine.text(event, in: .korean, palette: .plain) == "yesterday  mango         10 → 7 (-3)  주문 17  #1042"
        )
        let narrow = EventLine.text(event, in: .english, columns: 50, palette: .plain)
        #expect(narrow == "yesterday  mango       10 → 7 (-3)  order 17  #1042")
    }

    @Test func `changes of the market are one line each`() throws {
        let stock = try event(
            "market.stock.changed",
            #"{"product":42,"previous":10,"quantity":7,"delta":-3,"version":2,"cause":"purchase","ref":"17"}"#
        )
        #expect(
            EventLine.text(stock, in: .english, palette: .plain)
                == "yesterday  product 42    10 → 7 (-3)  purchase 17  #1042"
        )
        #expect(
            EventLine.text(stock, in: .korean, palette: .plain) == "yesterday  상품 42       10 → 7 (-3)  구매 17  #1042"
        )
        let data =
            #""product":42,"vendor_id":2,"name":"망고","currency":"KRW","price":1000,"bargain_price":900,"ref":"1""#
        let new = try event("market.product.registered", "{\(data)}")
        #expect(EventLine.text(new, in: .korean, palette: .plain) == "yesterday  상품 42       새 상품 KRW 900  망고  #1042")
        let changed = try event("market.product.updated", "{\(data),\"changed\":[\"price\",\"stock\"]}")
        #expect(
            EventLine.text(changed, in: .english, palette: .plain)
                == "yesterday  product 42    changed (price, stock)  망고  #1042"
        )
        let gone = try event("market.product.deleted", "{\(data)}")
        #expect(EventLine.text(gone, in: .english, palette: .plain) == "yesterday  product 42    deleted  망고  #1042")
    }

    @Test func `what was added has a sign`() throws {
        let event = try event(
            "juice.stock.changed",
            #"{"fruit":"mango","previous":7,"quantity":12,"version":3,"cause":"adjust","ref":"a1"}"#
        )
        #expect(EventLine.text(event, in: .english, palette: .plain).contains("7 → 12 (+5)  adjust a1"))
    }

    @Test func `an event of a kind not known yet is shown all the same`() throws {
        let event = try event("juice.price.changed", #"{"price":"\u001b[2J"}"#)
        #expect(
            EventLine.text(event, in: .english, palette: .plain)
                == #"yesterday  juice.price.changed  mango  {"price":"\u001b[2J"}  #1042"#
        )
    }

    @Test func `a service cannot command the terminal by a name or a number`() throws {
        let event = try event(
            "juice.stock.changed",
            #"{"fruit":"\u001b[2J","previous":-9223372036854775808,"quantity":9223372036854775807,"version":1,"cause":"\u009b","ref":"\n"}"#
        )
        let line = EventLine.text(event, in: .english, palette: .plain)
        #expect(line == line.printable)
    }

    @Test(arguments: [
        ("2026-11-21T03:04:05.678Z", "2026-11-21 12:04:05", "12:04:05.678"),
        ("2026-11-21T23:59:59Z", "2026-11-22 08:59:59", "08:59:59"),
        ("2024-02-29T15:00:00.000Z", "2024-03-01 00:00:00", "00:00:00.000"),
        ("yesterday", "yesterday", "yesterday"),
        ("2026-11-21T03:04:05.678", "2026-11-21T03:04:05.678", "2026-11-21T03:04:05.678"),
        ("2026-11-21T03:04:05.Z", "2026-11-21T03:04:05.Z", "2026-11-21T03:04:05.Z"),
        ("2026-11-21T03:04:-5.678Z", "2026-11-21T03:04:-5.678Z", "2026-11-21T03:04:-5.678Z"),
        ("", "", ""),
    ])
    func `times are those of the reader's clock`(text: String, dateAndTime: String, time: String) {
        let seoul: (time_t) -> tm? = { moment in
            var moment = moment + 9 * 3_600
            var broken = tm()
            return gmtime_r(&moment, &broken) == nil ? nil : broken
        }
        #expect(LocalTime.dateAndTime(text, zone: seoul) == dateAndTime)
        #expect(LocalTime.time(text, seen: text, zone: seoul) == time)
    }

    @Test func `an event of another day shows its date`() {
        let (text, utc) = (
            "2026-11-21T03:04:05.678Z",
            { (moment: time_t) -> tm? in
                var (moment, broken) = (moment, tm())
                return gmtime_r(&moment, &broken) == nil ? nil : broken
            }
        )
        #expect(LocalTime.time(text, seen: "2026-11-21T23:59:59.000Z", zone: utc) == "03:04:05.678")
        #expect(LocalTime.time(text, seen: "2026-11-22T00:00:00.000Z", zone: utc) == "2026-11-21 03:04:05")
    }

    @Test(arguments: [
        ("0", WatchStart.position(0)), ("17", .position(17)), ("90s", .ago(90_000)), ("5m", .ago(300_000)),
        ("2h", .ago(7_200_000)),
        ("7d", .ago(604_800_000)),
    ])
    func `a watch begins at a position or some time ago`(text: String, start: WatchStart) {
        #expect(WatchStart(argument: text) == start)
    }

    @Test(arguments: ["", "-1", "m", "5 m", "5w", "1.5h", "99999999999d"])
    func `a start that is none is refused`(text: String) {
        #expect(WatchStart(argument: text) == nil)
    }

    @Test func `the position of a moment is found among the events that are kept, with a question for each halving`() {
        for (kept, count) in [(1, 1_000), (400, 1_000), (1, 0), (7, 7)] {
            for moment in [0, kept * 10 - 5, kept * 10, 5_000, 5_001, 9_999, 10_000, 10_001] {
                // Event n happens at the millisecond 10 × n.
                var search = PositionSearch(of: moment, newest: count)
                var questions = 0
                while let question = search.question {
                    questions += 1
                    let next = question + 1
                    search.take(next < kept ? .kept(from: kept) : .time(Timestamp.text(next * 10)))
                }
                let wanted = (kept...max(kept, count)).first { $0 * 10 >= moment && $0 <= count }.map { $0 - 1 }
                #expect(search.position == wanted ?? count, "kept \(kept)…\(count), moment \(moment)")
                #expect(questions <= 11)
            }
        }
    }

    @Test func `a service that answers nonsense ends the search all the same`() {
        for answer in [
            PositionSearch.Answer.nothing, .kept(from: 0), .kept(from: .max), .kept(from: .min), .time("yesterday"),
            .time(""),
        ] {
            var search = PositionSearch(of: 1_000, newest: SequenceText.maxValue)
            var questions = 0
            while search.question != nil {
                search.take(answer)
                questions += 1
            }
            #expect(questions <= 64)
            #expect(0...SequenceText.maxValue ~= search.position)
        }
    }
}
