/** What has all properties of the members of a union. */
export type Merged<T> = (T extends unknown ? (part: T) => void : never) extends (whole: infer Whole) => void
  ? Whole
  : never

/** Joins objects into one. Throws where two of them have a different value under one key. */
export function merge<T extends object>(parts: readonly T[]): Merged<T> {
  const whole: Record<string, unknown> = {}
  for (const [key, value] of parts.flatMap(part => Object.entries(part))) {
    if (key in whole && whole[key] !== value) throw new Error(`${key} is defined twice`)
    whole[key] = value
  }
  return whole as Merged<T>
}
