internal import AccessTokens
internal import ArgumentParser
internal import ZeroMQ

extension Completions {
    static let clients = keeping { words, settings in
        let directory = try KeyPlaces.clients(named: value(of: "--clients", in: words), settings: settings)
        return try KeysAllowCommand.entries(of: directory).map(\.name)
    }
    static let tokens = keeping { words, settings in
        let place = try TokensOption.parse(value(of: "--tokens", in: words).map { ["--tokens", $0] } ?? [])
        return try TokensOption.list(try place.path(settings)).records.map(\.name)
    }
}
