/// What happened to a channel's connection.
enum ConnectionChange {
    /// Messages can flow.
    case up
    /// It will not stand: somebody is there who does not let us in, and trying again would not change that.
    case notAdmitted(AdmissionFault)
    /// It is lost, with what was on its way.
    case down
}
