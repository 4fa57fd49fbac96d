internal import Glibc
internal import Platform
internal import Synchronization

/// Decodes in processes that can reach no file and no network, so that a fault of a decoder, whatever a picture makes of it,
/// costs that picture and nothing else.
///
/// A process is started when it is needed first, and kept for the next picture; there are as many as decode at the same time.
/// Whatever happens to one is an error of the picture that it had, and the next picture gets another process.
package final class ConfinedDecoding: PictureDecoding {
    /// How long one picture may take on a processor, in seconds: the worst that was found takes some five.
    private static let processorSeconds: UInt32 = 30

    private struct Processes {
        var idle: [DecoderProcess] = []
        var faults = FaultPauses()
    }

    private let budget: DecodingBudget
    private let command: [String]
    private let environment: [String]
    private let timeout: Int
    private let processes = Mutex(Processes())

    /// - Parameters:
    ///   - decodingBytes: The most memory that decoding may take at the same time, of all processes together.
    ///   - program: What serves as ``DecoderProgram``; by default the program that runs.
    ///   - environment: What this process was started with, of which the loader and sanitizers get what is theirs.
    ///   - timeout: The milliseconds in which a process has to answer.
    package init(
        decodingBytes: Int = DecodingBudget.enough,
        program: [String] = ["/proc/self/exe"],
        environment: [String: String] = [:],
        timeout: Int = 60_000
    ) {
        budget = DecodingBudget(byteCount: decodingBytes)
        command = program + [DecoderProgram.argument, String(decodingBytes)]
        // What is preloaded into this process may want files and calls that the confined one does not have.
        self.environment = environment.filter { name, _ in name == "LD_LIBRARY_PATH" || name.hasSuffix("SAN_OPTIONS") }
            .map { "\($0)=\($1)" }
        self.timeout = timeout
    }

    package func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
        guard bytes.count <= DecoderMessage.maxBytes else {
            throw PictureError(.tooManyBytes, "It has \(bytes.count) bytes, more than are looked at.")
        }
        let process = try ready()
        let answer: DecoderMessage
        do throws(DecoderProcess.Ending) {
            process.allow(seconds: Self.processorSeconds)
            try process.send(DecoderMessage.number(bytes.count) + bytes)
            answer = try process.message()
        } catch {
            throw fault(error)
        }
        guard case .needs(let decodingBytes) = answer else { return try settle(process, with: answer) }
        var isGranted = false
        do throws(PictureError) {
            return try budget.taking(decodingBytes) { () throws(PictureError) in
                isGranted = true
                let answer: DecoderMessage
                do throws(DecoderProcess.Ending) {
                    try process.send([DecoderMessage.grant])
                    answer = try process.message()
                } catch {
                    throw fault(error)
                }
                return try settle(process, with: answer)
            }
        } catch {
            if !isGranted, (try? process.send([DecoderMessage.denial])) != nil { keep(process) }
            throw error
        }
    }

    /// Takes the last thing that a process says of a picture, and keeps the process.
    private func settle(_ process: DecoderProcess, with answer: DecoderMessage) throws(PictureError) -> DecodedPicture {
        switch answer {
        case .decoded(let picture):
            keep(process)
            return picture
        case .refused(let error):
            keep(process)
            throw error
        case .ready, .needs: throw fault(.senseless)
        }
    }

    private func keep(_ process: DecoderProcess) { processes.withLock { $0.idle.append(process) } }

    /// A process that waits for a picture.
    private func ready() throws(PictureError) -> DecoderProcess {
        // One that has gone meanwhile was killed by someone.
        while let process = processes.withLock({ $0.idle.popLast() }) {
            if process.isWaiting { return process }
        }
        guard !processes.withLock({ $0.faults.isPaused(at: SystemClock.uptime) }) else {
            throw PictureError(.busy, "pictures have ended the process that decodes too often")
        }
        let process = try DecoderProcess(command, environment: environment, timeout: timeout)
        let word: DecoderMessage
        do throws(DecoderProcess.Ending) {
            word = try process.message()
        } catch {
            throw PictureError(.unavailable, "what decodes pictures has not started: \(error)")
        }
        guard case .ready = word else {
            guard case .refused(let error) = word else {
                throw PictureError(.unavailable, "what decodes pictures says nothing that makes sense")
            }
            throw error
        }
        return process
    }

    /// What it means for a picture that its process has ended, or has to.
    private func fault(_ ending: DecoderProcess.Ending) -> PictureError {
        processes.withLock { $0.faults.note(at: SystemClock.uptime) }
        return switch ending {
        // By whom is not known: by an operator, or by the system, which had no memory.
        case .signal(SIGKILL): PictureError(.busy, "the process that decodes pictures was killed")
        case .late: PictureError(.busy, "decoding a picture was not done in time")
        case .signal(SIGXCPU): PictureError(.damaged, "Decoding it takes too long.")
        case .signal(let number):
            PictureError(.damaged, "It could not be decoded: signal \(number) has ended its decoder.")
        case .code(let code): PictureError(.damaged, "It could not be decoded: its decoder has ended with \(code).")
        case .senseless: PictureError(.damaged, "It could not be decoded: its decoder makes no sense any more.")
        }
    }
}

/// How often processes have ended lately, which bounds how often others are started in their place.
struct FaultPauses {
    /// This many faults in this many milliseconds are answered by a new process at once.
    static let maxFaults = 10
    static let window = 10_000

    private var times: [Int] = []

    /// Takes note of a fault.
    ///
    /// - Parameter now: In milliseconds since the machine was started.
    mutating func note(at now: Int) { times = times.suffix(Self.maxFaults - 1) + [now] }

    /// Whether there were too many.
    func isPaused(at now: Int) -> Bool {
        guard times.count == Self.maxFaults, let first = times.first else { return false }
        return now - first < Self.window
    }
}
