extension Texts {
    // MARK: Columns

    var perSecond: String { pick("요청/초", "REQ/S") }
    var inFlightCount: String { pick("처리 중", "IN FLIGHT") }
    var commitsPerSecond: String { pick("커밋/초", "COMMITS/S") }
    var subscribers: String { pick("구독", "SUBS") }
    var memory: String { pick("메모리", "MEMORY") }
    var busiest: String { pick("가장 많은 요청", "BUSIEST METHOD") }
    var lately: String { pick("추이", "TREND") }
    var uptime: String { pick("가동 시간", "UPTIME") }
    var commits: String { pick("커밋", "COMMITS") }
    var commitTime: String { pick("커밋 P99", "COMMIT P99") }
    var eventCount: String { pick("이벤트 수", "EVENTS") }
    var connections: String { pick("연결", "CONNECTIONS") }
    var answered: String { pick("응답", "ANSWERED") }
    var refused: String { pick("거절", "REFUSED") }

    // MARK: The board

    func topHeading(_ services: Int, every interval: String) -> String {
        pick(
            "gateway top · 서비스 \(services)개 · 간격 \(interval)",
            "gateway top · \(services) service(s) · every \(interval)"
        )
    }

    var topHelp: String {
        pick("q 끝 · P50, P99: 가장 많은 요청의 응답 시간", "q quit · P50, P99: response times of the busiest method")
    }
}
