/// Why an action of a handler could not be done: what it needs is not there.
package struct Missing: Error {
  package init() {}
}
