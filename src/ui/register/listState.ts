/** State of a history entry, which survives a reload. */
type ListState = { list?: unknown; row?: unknown }

const listStateOf = (state: unknown): ListState => (typeof state === 'object' && state !== null ? state : {})

/** State of a link to a record: the query of its list. */
export const stateOfList = (search: string) => ({ list: search })
export function listOf(state: unknown): string | undefined {
  const { list } = listStateOf(state)
  return typeof list === 'string' ? list : undefined
}

/** State of the link back: the row that receives the focus instead of the heading. */
export const stateOfRow = (register: string, id: number) => ({ row: id, continues: `${register}/${id}` })
export function rowOf(state: unknown): number | undefined {
  const { row } = listStateOf(state)
  return typeof row === 'number' ? row : undefined
}
