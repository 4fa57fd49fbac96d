// Checks pictures as the service would, each file in the order given, and writes the thumbnail and what would be served to
// a directory when asked to, as NAME.thumbnail and NAME.served.
//
//     PictureProbe [--to DIRECTORY] FILE...
//     PictureProbe --confined WISH
//     PictureProbe decode-pictures BYTES
//
// Prints a line of JSON for each: what it is, or why it is refused, and by how many bytes the process grew at most while
// it was checked. The second gives up what a decoder gives up, then asks for something that it may have or not: exit code 0
// when it has it, 1 when it has not. The third is a decoder as a service starts one.

import CConfinement
import Glibc
import Pictures

/// Reads a line of `/proc/self/status` in bytes.
func memory(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, CInt(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard text.hasPrefix("\(name):") else { continue }
        return (Int(text.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0) * 1_024
    }
    return 0
}

/// Sets the peak of the process's memory to what it has now.
func resetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
}

func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
}

func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    return fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0
}

/// Asks for something, once nothing is to be had any more.
func wish(_ name: String) -> Never {
    guard CConfinement_confine(64 << 20) == nil else { CConfinement_end(2) }
    let anonymous = MAP_PRIVATE | MAP_ANONYMOUS
    let isGranted =
        switch name {
        case "file": open("/etc/passwd", O_RDONLY) >= 0
        case "socket": socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0
        case "program": execv("/bin/true", [nil]) == 0
        case "signal": kill(getppid(), 0) == 0
        case "descriptor": dup(0) >= 0
        case "code": mmap(nil, 4_096, PROT_READ | PROT_EXEC, anonymous, -1, 0) != MAP_FAILED
        case "little memory": mmap(nil, 16 << 20, PROT_READ | PROT_WRITE, anonymous, -1, 0) != MAP_FAILED
        case "much memory": mmap(nil, 128 << 20, PROT_READ | PROT_WRITE, anonymous, -1, 0) != MAP_FAILED
        default: false
        }
    CConfinement_end(isGranted ? 0 : 1)
}

DecoderProgram.serve(CommandLine.arguments)
var arguments = CommandLine.arguments.dropFirst()
if arguments.count == 2, arguments.first == "--confined" { wish(arguments[2]) }
var directory: String?
if arguments.first == "--to" {
    directory = arguments.dropFirst().first
    arguments = arguments.dropFirst(2)
}
for path in arguments {
    guard let bytes = contents(of: path) else {
        print(#"{"error":"unreadable"}"#)
        exit(1)
    }
    resetPeak()
    let before = memory("VmRSS")
    do throws(PictureError) {
        let picture = try Picture(bytes)
        let grown = memory("VmHWM") - before
        let (header, thumbnail) = (picture.header, picture.thumbnail)
        // Of the file as it came: what is served may take less.
        let bound = try PictureHeader(bytes).decodingBytes
        print(
            """
            {"format":"\(header.format)","width":\(header.width),"height":\(header.height),\
            "orientation":\(header.orientation.rawValue),"bound":\(bound),"peak":\(grown),\
            "thumbnail":{"format":"\(thumbnail.format)","width":\(thumbnail.width),"height":\(thumbnail.height),\
            "bytes":\(thumbnail.bytes.count)}}
            """
        )
        let name = path.split(separator: "/").last ?? "picture"
        guard let directory else { continue }
        guard write(thumbnail.bytes, to: "\(directory)/\(name).thumbnail"),
            write(picture.bytes, to: "\(directory)/\(name).served")
        else { exit(1) }
    } catch {
        print(#"{"error":"\#(error.code)","detail":"\#(error.detail)","peak":\#(memory("VmHWM") - before)}"#)
    }
}
