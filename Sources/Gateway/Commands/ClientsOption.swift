internal import ArgumentParser

/// Where the list of clients is.
struct ClientsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The list of clients; default: $JANGTEO_CLIENTS, else clients in the configuration directory.",
            valueName: "dir"
        ),
        completion: .directory
    )
    var clients: String?
}
