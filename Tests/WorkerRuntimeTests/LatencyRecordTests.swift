import Testing
import WireJSON

@testable import WorkerEngine

@Suite struct LatencyRecordTests {
    private func histogram(_ values: [UInt64], _ bounds: HistogramBounds) throws -> (sum: Int?, counts: [Int?]) {
        var record = LatencyRecord()
        for value in values { record.record(value) }
        var writer = JSONWriter()
        record.write(bounds, to: &writer)
        let node = try JSONReader().read(writer.bytes)
        return (node["sum"]?.integer, node["counts"]?.elements.map { $0.integer } ?? [])
    }

    @Test func `a bound counts what is on it and below, and a value counts for all bounds above`() throws {
        let bounds = HistogramBounds(values: [1, 2, 4, 100])
        let (sum, counts) = try histogram([0, 1, 1, 2, 3, 4, 5, 100, 101], bounds)
        #expect(counts == [3, 4, 6, 8])
        #expect(sum == 217)
    }

    @Test(arguments: HistogramBounds.microseconds.values)
    func `a value is counted where it belongs, to two percent`(bound: UInt64) throws {
        let place = try #require(HistogramBounds.microseconds.values.firstIndex(of: bound))
        let (_, counts) = try histogram([bound * 98 / 100, bound, bound * 102 / 100 + 1], .microseconds)
        #expect(counts[place] == 2)
        #expect(counts.dropFirst(place + 1).allSatisfy { $0 == 3 })
        #expect(counts.prefix(place).allSatisfy { $0 == 0 })
    }

    @Test func `a histogram of nothing is nothing`() throws {
        let (sum, counts) = try histogram([], .requests)
        #expect(sum == 0 && Set(counts) == [0])
    }
}
