extension Texts {
}
