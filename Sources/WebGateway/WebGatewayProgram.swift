internal import ArgumentParser

/// The program `web-gateway`: the services' face for browsers and for programs that speak HTTP.
@main
struct WebGatewayProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web-gateway",
        abstract: "Serves pages, HTTP for programs and server-sent events in front of the services.",
        subcommands: [ServeCommand.self]
    )
}
