export type KeyOf<Row> = (row: Row) => string | number

export function idOf(row: unknown): string | number {
  if (typeof row === 'object' && row && 'id' in row && (typeof row.id === 'number' || typeof row.id === 'string'))
    return row.id
  throw new Error('rows without an id want a table with keyOf')
}
