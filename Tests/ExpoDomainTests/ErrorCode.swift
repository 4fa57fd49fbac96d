import ExpoDomain

/// The code of the error that a question ends with, or `nil` if it is answered.
func code(of question: () throws(ExpoError) -> Void) -> ExpoError.Code? {
    do throws(ExpoError) {
        try question()
        return nil
    } catch {
        return error.code
    }
}
