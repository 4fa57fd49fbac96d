package import ReplicatedLog

/// The rules that a worker was started with, where all workers of a stream must have the same.
package struct WorkerRules: Sendable {
    /// What they are.
    package let definition: StreamDefinition
    /// Whether they take the place of others when this worker becomes active.
    package let mayReplace: Bool
    /// What is said of a worker that has others than its stream.
    package let misfit: String

    package init(_ definition: StreamDefinition, mayReplace: Bool, misfit: String) {
        (self.definition, self.mayReplace, self.misfit) = (definition, mayReplace, misfit)
    }
}
