import CalcDomain
import Foundation
import Platform
import Testing

/// How many damaged formulas each seed makes; `JANGTEO_FORMULA_MUTATIONS` sets the total of all ten seeds.
private let mutationsPerSeed =
    (ProcessInfo.processInfo.environment["JANGTEO_FORMULA_MUTATIONS"].flatMap { Int($0) } ?? 100_000) / 10

@Suite(.timeLimit(.minutes(10))) struct `A damaged formula` {
    private static let seeds = [
        "2+3*3-1", "1,234.5×2", "-3 + .5 ÷ 5.", "5 − -3", "10÷3×3", "9999999999999999+1", "8÷0+1",
        "1,234,567.89x-0.001",
    ]
    private static let alphabet = Array("00123456789..,,+-−*x×/÷  e()éN🍓\u{301}\t\0".unicodeScalars)

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `is evaluated or refused at the place where it goes wrong`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<mutationsPerSeed {
            let text = Self.damaged(using: &generator)
            do throws(FormulaError) {
                let value = try Formula(text).value
                #expect(value.display.utf8.count <= 32)
                #expect(try Formula(" " + text + " ").value == value)
                #expect(try Formula.value(of: text.utf8Span) == value)
            } catch {
                #expect(throws: error) { try Formula.value(of: text.utf8Span) }
                let scalars = text.unicodeScalars
                let position = try #require(error.position, "\(text)")
                try #require((0...scalars.count).contains(position), "\(text)")
                // What stands before the position was right: alone it is a formula, or it just ends too early.
                let before = String(String.UnicodeScalarView(scalars.prefix(position)))
                #expect(Self.errorPosition(of: before) ?? position == position, "\(text)")
                // And with the wrong character it goes wrong there, whatever follows.
                let upTo = String(String.UnicodeScalarView(scalars.prefix(position + 1)))
                #expect(Self.errorPosition(of: upTo + "1") == position || position == scalars.count, "\(text)")
            }
        }
    }

    private static func errorPosition(of text: String) -> Int? {
        do throws(FormulaError) {
            _ = try Formula(text)
            return nil
        } catch {
            return error.position
        }
    }

    private static func damaged(using generator: inout SeededGenerator) -> String {
        var scalars = Array((seeds.randomElement(using: &generator) ?? "").unicodeScalars)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let place = Int.random(in: 0...scalars.count, using: &generator)
            let scalar = alphabet.randomElement(using: &generator) ?? "0"
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: scalars.insert(scalar, at: place)
            case 1 where place < scalars.count: scalars[place] = scalar
            case 2 where place < scalars.count: scalars.remove(at: place)
            default: scalars.insert(contentsOf: scalars[place...], at: Int.random(in: 0...place, using: &generator))
            }
            if scalars.count > 200 { scalars.removeLast(scalars.count - 200) }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
