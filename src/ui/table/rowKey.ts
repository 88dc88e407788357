export type KeyOf<Row> = (row: Row) => string | number
export type HasId = { id: string | number }

/** Key of a row in a table without `keyOf`; their signatures take such rows only where these have an `id`. */
export const idOf = (row: unknown): string | number => (row as HasId).id
