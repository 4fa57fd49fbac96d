internal import Messages
internal import Platform
internal import Terminal
internal import WireJSON
internal import WorkerClient

extension Session {
    /// Refuses a write whose result is shown only once, while it is known that it could not be shown.
    ///
    /// - Throws: ``UsageError``; nothing was sent then.
    func checkOutput(forResultOf method: String) throws(UsageError) {
        guard method == MarketMethod.vendorsRegister.name, let fault = StandardStreams.fault else { return }
        throw UsageError("\(texts("secret_untellable", problem: texts.unwritten(fault)))")
    }

    /// Keeps a secret that could not be shown, in a file of its own next to the outbox.
    ///
    /// - Returns: What to tell of it.
    func keep(_ secret: String) -> String {
        guard let directory = outbox.directory else {
            return texts("secret_lost", problem: Outbox.noDirectory.message.printable)
        }
        do {
            try directory.prepare()
            let path = "\(directory.path)/\(IdempotencyKey.make()).secret"
            try NewSecretFile(path).fill(with: secret)
            return texts("secret_kept", path: path.printable)
        } catch let error as OutboxError {
            return texts("secret_lost", problem: error.message.printable.printable)
        } catch let error as UsageError {
            return texts("secret_lost", problem: error.message.printable)
        } catch let error as OutputError {
            return texts("secret_lost", problem: texts.unwritten(error).printable)
        } catch {
            return texts("secret_lost", problem: "\(error)".printable)
        }
    }
}

extension CallReply {
    /// The result with `null` in place of the secret, as an earlier request with the same key would get it.
    var resultWithoutSecret: [UInt8] {
        guard let node = try? JSONReader(limits: .generous).read(result), node.kind == .object else { return result }
        return JSONWriter.object { writer in
            for (name, value) in node.members {
                writer.name(name)
                if name == WithheldSecrets.name { writer.null() } else { writer.value(value) }
            }
        }
    }
}
