import Glibc
import Messages
import Platform
import ServiceContexts
import Testing
import WorkerClient

@testable import Gateway
@testable import Terminal

@Suite struct ProductFormTests {
    private func violation(_ pointer: String, _ reason: Violation.Reason = .range) -> Violation {
        Violation(path: pointer.split(separator: "/").map(String.init), reason: reason, detail: "the detail")
    }

    @Test func `the faults of a form are in its order and in the words of the original`() {
        let pointers = [
            "/images", "/stock", "/discounted_price", "/currency", "/price", "/description", "/name", "/images/1",
        ]
        let faults = Texts.korean.formFaults(pointers.map { violation($0) }, images: ["a.png", "b.png"])
        #expect(
            faults == [
                "--name: 상품명은 3~100자로 입력하세요",
                "--description: 상품 상세설명은 10~1000자로 입력하세요",
                "--price: 상품가격에 양수를 입력하세요",
                "--currency: 화폐는 KRW 또는 USD로 입력하세요",
                "--discount: 할인금액에 0과 상품 가격 사이의 값을 입력하세요",
                "--stock: 재고수량은 0~1,000,000,000 사이의 정수로 입력하세요",
                "--image: 이미지는 최소 1장, 최대 5장입니다.",
                "--image b.png: 이미지는 300KB 이하, 가로와 세로 8,000픽셀 이하여야 합니다.",
            ]
        )
    }

    @Test func `in English the service's own words are shown`() {
        #expect(Texts.english.formFaults([violation("/name")]) == ["--name: the detail"])
        #expect(Texts.english.formFaults([violation("")]) == ["the detail"])
        let range = Violation(
            path: ["discounted_price"],
            reason: .range,
            detail: "discounted_price must be 0 to the price"
        )
        #expect(Texts.english.formFaults([range]) == ["--discount must be 0 to the price"])
    }

    @Test func `a fault that is not known is told as it came`() {
        #expect(Texts.korean.formFaults([violation("/colour")]) == ["/colour: the detail"])
        #expect(
            Texts.korean.formFaults([violation("/images/7")], images: []) == [
                "--image 8: 이미지는 300KB 이하, 가로와 세로 8,000픽셀 이하여야 합니다."
            ]
        )
    }

    @Test(arguments: [(0, false), (1, true), (5, true), (6, false)])
    func `one to five pictures can be sent`(count: Int, isSound: Bool) throws {
        try withFile([1, 2, 3]) { path in
            let upload = PictureUpload(Array(repeating: path, count: count))
            #expect(upload.faults.isEmpty == isSound)
            #expect(upload.faults.map(\.reason) == (isSound ? [] : [.count]))
            #expect(upload.bytes == 3 * count)
        }
    }

    @Test(arguments: [(307_200, true), (307_201, false)])
    func `a picture has at most 300 KB`(size: Int, isSound: Bool) throws {
        try withFile([UInt8](repeating: 7, count: size)) { path in
            let upload = PictureUpload([path])
            #expect(upload.faults.map(\.reason) == (isSound ? [] : [.tooLarge]))
        }
    }

    @Test func `every file that cannot be sent is told, with its name`() throws {
        let upload = PictureUpload(["/no/such/file.png", "/", "/dev/zero"])
        #expect(upload.faults.map(\.reason) == [.unreadable(ENOENT), .unreadable(EISDIR), .tooLarge])
        #expect(upload.faults.map(\.violation.pointer) == ["/images/0", "/images/1", "/images/2"])
        #expect(
            Texts.english.pictureFaults(upload.faults) == [
                "--image /no/such/file.png: The file cannot be read: No such file or directory",
                "--image /: The file cannot be read: Is a directory",
                "--image /dev/zero: An image has at most 300 KB (307,200 bytes).",
            ]
        )
    }

    @Test func `a shortage says how many there are`() {
        var error = RPCError(.insufficientStock, "")
        error.shortages = [StockShortage(kind: "product", item: "42", required: 3, available: 0)]
        let korean = Texts.korean.refusal(error, of: .test(.refused(error)), palette: .plain)
        #expect(korean == ["오류: 재고가 부족합니다.", "42번 상품: 3개 필요, 품절"])
        error.shortages[0].available = 2
        let english = Texts.english.refusal(error, of: .test(.refused(error)), palette: .plain)
        #expect(english.last == "product 42: 3 required, left: 2")
    }

    @Test(arguments: [
        ("/secret", "비밀번호가 일치하지 않습니다."), ("/id", "다른 판매자의 상품입니다."), ("/uri", "다른 판매자의 상품입니다."),
        ("", "권한이 없습니다."),
    ])
    func `who may not do a thing is told why`(pointer: String, sentence: String) throws {
        var error = RPCError(.permissionDenied, "no")
        error.violations = [violation(pointer, .unknown)]
        #expect(Texts.korean.refusal(error, of: .test(.refused(error)), palette: .plain).first == "오류: \(sentence)")
    }

    @Test(
        arguments: [
            ("s3cret", "s3cret"), ("s3cret\n", "s3cret"), ("s3cret\r\n", "s3cret"), ("", nil), ("\n", nil),
            ("a\nb", nil),
        ] as [(String, String?)]
    )
    func `a file holds one secret`(text: String, secret: String?) throws {
        try withFile(Array(text.utf8), mode: 0o600) { path in
            #expect((try? SecretFile.read(path)) == secret)
        }
    }

    @Test(arguments: [0o600, 0o400, 0o640, 0o604, 0o620, 0o644, 0o700])
    func `a secret that others could read is refused, with what to do`(mode: UInt32) throws {
        try withFile(Array("s3cret".utf8), mode: mode) { path in
            guard mode & 0o077 != 0 else {
                #expect(try SecretFile.read(path) == "s3cret")
                return
            }
            let error = try #require(throws: UsageError.self) { try SecretFile.read(path) }
            #expect(error.message.hasSuffix("chmod 600 \(path)"))
        }
    }

    @Test(arguments: ["/no/such/file", "/", "/dev/null"])
    func `what is no file holds no secret`(path: String) {
        #expect(throws: UsageError.self) { try SecretFile.read(path) }
    }

    private func withFile(_ bytes: [UInt8], mode: mode_t = 0o600, _ body: (String) throws -> Void) throws {
        var name = Array("/tmp/jangteo-form-XXXXXX".utf8CString)
        let file = mkstemp(&name)
        try #require(file >= 0)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
        fchmod(file, mode)
        close(file)
        try body(path)
    }
}
