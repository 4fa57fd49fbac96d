internal import Platform

extension Texts {
    var benchRate: String { pick("초당", "PER SECOND") }
    var benchRequests: String { pick("요청", "requests") }
    var benchEvents: String { pick("이벤트", "events") }

    /// What was measured, and how.
    func benchHeading(_ report: BenchReport) -> String {
        let plan = report.plan
        let clients = pick("클라이언트 \(plan.clients)개", plan.clients == 1 ? "1 client" : "\(plan.clients) clients")
        let pace =
            if let rate = plan.pace.rate {
                pick(
                    "초당 \(Int(rate).grouped)건씩 제때에 보냄, 최대 \(plan.pace.window)건 대기",
                    "\(Int(rate).grouped) requests due per second, at most \(plan.pace.window) in flight each"
                )
            } else {
                pick("각 \(plan.pace.window)건 동시 진행", "\(plan.pace.window) requests in flight each")
            }
        let time = pick(
            "\(plan.duration.secondsText)초 (앞의 \(plan.warmUp.secondsText)초는 세지 않음)",
            "\(plan.duration.secondsText) s, after a warm-up of \(plan.warmUp.secondsText) s"
        )
        let methods = [plan.order, plan.read].compactMap { $0?.method.printable }.joined(separator: " + ")
        return "\(methods), \(clients), \(pace), \(time)"
    }

    /// What else was counted: nothing where all is well.
    func benchCounts(_ tally: LoadTally) -> [String] {
        var parts: [String] = []
        for (reason, count) in tally.refused.sorted(by: { $0.key < $1.key }) {
            parts.append(
                pick("거절 \(reason.printable) \(count.grouped)건", "\(count.grouped) refused: \(reason.printable)")
            )
        }
        if tally.unanswered > 0 {
            parts.append(pick("응답 없음 \(tally.unanswered.grouped)건", "\(tally.unanswered.grouped) without an answer"))
        }
        if tally.wrong > 0 {
            parts.append(pick("틀린 결과 \(tally.wrong.grouped)건", "\(tally.wrong.grouped) wrong results"))
        }
        if tally.stray > 0 {
            parts.append(
                pick("뜻밖의 응답 \(tally.stray.grouped)건", "\(tally.stray.grouped) answers to nothing that was asked")
            )
        }
        return parts
    }

    func benchListened(_ report: ListenReport) -> String {
        let each = (report.subscribers > 0 ? report.perSecond / report.subscribers : 0).grouped
        return pick(
            """
            구독자 \(report.subscribers)명, 이벤트 \(report.events.grouped)개, 한 명에 초당 \(each)개, \
            누락 \(report.missing), 끊김 \(report.gaps), 미완료 \(report.unfinished)
            """,
            """
            \(report.subscribers) subscribers, \(report.events.grouped) events, \(each) a second each, \
            \(report.missing) missing, \(report.gaps) gaps, \(report.unfinished) unfinished
            """
        )
    }

    /// What was verified.
    func benchVerdict(_ report: BenchReport) -> String {
        guard let verdict = report.verdict else {
            let count = report.tally.acknowledged.grouped
            return pick("응답 \(count)건, 틀린 결과 \(report.tally.wrong)", "answered \(count), \(report.tally.wrong) wrong")
        }
        let denied = verdict.deniedYetDone
        let rest = denied == 0 ? "" : pick(", 거절하고도 처리 \(denied)", ", \(denied) done although refused")
        let count = verdict.acknowledged.grouped
        return pick(
            "완료 \(count)건, 유실 \(verdict.lost), 중복 \(verdict.twice)",
            "acknowledged \(count), \(verdict.lost) lost, \(verdict.twice) twice"
        ) + rest
    }

    func askToBench(_ endpoint: String) -> String {
        pick(
            "\(endpoint.printable) 에 실제 주문을 넣습니다. 재고는 채웠다가 되돌리지만 주문 기록은 남습니다. 계속할까요? [y/N] ",
            """
            This places real orders at \(endpoint.printable). The stock is filled up and restored afterwards, but the \
            orders stay in its history. Continue? [y/N] 
            """
        )
    }

    var benchNotStarted: String { pick("시작하지 않았습니다.", "Not started.") }

    func benchAuditing(_ count: Int) -> String {
        pick("주문 \(count.grouped)건을 확인하는 중", "verifying \(count.grouped) orders")
    }

    var benchStockNotBack: String {
        pick("재고를 되돌리지 못했습니다. 더했던 양:", "The stock could not be restored. What had been added:")
    }
}

extension Duration {
    /// Seconds with at most one decimal.
    fileprivate var secondsText: String {
        let tenths = Int((self / .milliseconds(100)).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
