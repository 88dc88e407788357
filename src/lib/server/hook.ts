/**
 * What a module calls and a later one does: the later module defines it in a part, because the earlier one must not import
 * it. `what` names it in errors.
 */
export function hook<T>(what: string) {
  let defined: T | undefined
  return {
    define(by: T): void {
      if (defined !== undefined) throw new Error(`${what}: defined by two modules`)
      defined = by
    },
    /** Undefined while no module has defined it. */
    find: (): T | undefined => defined,
    /** Throws while no module has defined it. */
    get(): T {
      if (defined === undefined) throw new Error(`${what}: defined by no module`)
      return defined
    },
  }
}
