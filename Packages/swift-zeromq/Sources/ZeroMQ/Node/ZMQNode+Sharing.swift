extension ZMQNode {
    /// What all users of this node have in common under a name; the first makes it.
    ///
    /// It belongs to the owner thread, and is kept until the node ends.
    ///
    /// - Parameters:
    ///   - name: Best with what it is in front, so that different things never have the same.
    ///   - make: Makes it, where there is none of this type.
    /// - Returns: The same object for the same name.
    public func shared<Value: AnyObject>(_ name: String, make: () -> Value) -> Value {
        requireOwner()
        if let value = shared[name] as? Value { return value }
        let value = make()
        shared[name] = value
        return value
    }
}
