/** The names of a record of ours, which has no others than its type says. */
export const typedKeys = <Of extends object>(of: Of) => Object.keys(of) as [keyof Of & string, ...(keyof Of & string)[]]
