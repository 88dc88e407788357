/** The same function, of whose calls one is under way at a time: for work that would fill the memory together. */
export function serialize<A extends unknown[], R>(work: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  let last: Promise<unknown> = Promise.resolve()
  return (...args) => {
    const turn = last.then(() => work(...args))
    last = turn.catch(() => {})
    return turn
  }
}
