/** The names of a record of ours, which has no others than its type says. */
export const typedKeys = <Of extends object>(of: Of) => Object.keys(of) as [keyof Of & string, ...(keyof Of & string)[]]

/** The same record with each value replaced. */
export const mapValues = <Key extends string, From, To>(
  of: Readonly<Record<Key, From>>,
  to: (value: From, key: Key) => To,
) => Object.fromEntries(typedKeys(of).map(key => [key, to(of[key], key)])) as Record<Key, To>
