internal import Messages
internal import Platform
internal import ServiceContexts

extension Texts {
    func keysMade(secret: String, certificate: String) -> [String] {
        [
            self("secret_key_file", secret: secret.printable),
            self("public_key_file", certificate: certificate.printable),
        ]
    }

    func clientAllowed(_ name: String, as role: PeerRole, in directory: String) -> [String] {
        [
            self("client_allowed", name: name, role: role.rawValue, directory: directory.printable),
            self["read_again"],
        ]
    }

    func nobodyAllowed(_ directory: String) -> [String] {
        [
            self("nobody_allowed", directory: directory.printable),
            self["nobody_allowed_next"],
        ]
    }

    func clientRevoked(_ name: String, in directory: String) -> [String] {
        [
            self("client_revoked", name: name, directory: directory.printable),
            self["read_again"],
        ]
    }

    func contextRemoved(_ name: String, wasCurrent: Bool) -> String {
        let removed = self("context_removed", name: name)
        return wasCurrent ? "\(removed) \(self("context_used", name: ServiceContext.local))" : removed
    }
}
