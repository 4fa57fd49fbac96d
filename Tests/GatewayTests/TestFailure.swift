import Messages
import WorkerClient

@testable import Gateway

extension CallFailure {
    /// A failed `juice.order`, or a failed `juice.menu` when it is no write.
    static func test(
        _ code: CallError.Code,
        isWrite: Bool = true,
        wasSent: Bool = true,
        key: String? = "k1",
        lastError: RPCError? = nil,
        command: String? = "gateway juice order mango --key k1"
    ) -> CallFailure {
        var failure = CallFailure(
            error: CallError(code, sends: wasSent ? 1 : 0, lastError: lastError),
            service: .juice,
            endpoint: "ipc:///run/juice.rpc",
            method: isWrite ? JuiceMethod.order.name : JuiceMethod.menu.name,
            timeout: .seconds(5),
            isWrite: isWrite,
            key: isWrite ? key : nil
        )
        failure.repeatCommand = isWrite ? command : nil
        failure.names = MenuNames(TestMenu.menu)
        return failure
    }
}

extension Texts {
    static let korean = Texts(language: .korean, program: "gateway")
    static let english = Texts(language: .english, program: "gateway")
}

extension Palette {
    static let plain = Palette(isOn: false)
}
