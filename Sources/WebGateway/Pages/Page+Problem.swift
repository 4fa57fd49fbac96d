internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import Messages
internal import WireJSON

extension Page {
    /// The page that says why another cannot be shown, in the colour of the stall at whose address it is.
    init(_ problem: Problem, of request: Request, in texts: TextTable) {
        let place = request.uri.path.split(separator: "/").first.map(String.init) ?? ""
        let isOfStall = place == "board" || ServiceName.suite.contains { $0.rawValue == place }
        self.init("problem", of: isOfStall ? place : "problem")
        status = problem.status
        // Whatever keeps a service from answering is the same to a person.
        let isAway = [502, 503, 504].contains(problem.status.code)
        let key = "problem_\(isAway ? 503 : problem.status.code)"
        let lead = texts.entries["\(key)_lead"]
        context["status"] = problem.status.code
        context["problem_title"] = texts.entries[key] ?? texts["problem_other"]
        context["problem_lead"] = lead ?? texts["problem_other_lead"]
        // Details are English.
        if lead == nil, texts.language == .english { context["problem_detail"] = problem.detail }
        context["back_href"] = isOfStall && request.uri.path != "/\(place)" ? "/\(place)" : "/"
        if problem.status == .forbidden {
            context["login_href"] = LoginPage(next: ReturnPath(of: request)).address
        }
        // Where a form was sent to there is often no page.
        if request.method == .get, isAway || problem.status == .internalServerError {
            context["again_href"] = ReturnPath(request.uri.string).text
        }
        // A form is not sent again by itself.
        let comesBack = request.method == .get && (isAway || problem.status == .tooManyRequests)
        context["comes_back"] = comesBack
        data = [("comesBack", Array("\(comesBack)".utf8))]
    }
}
