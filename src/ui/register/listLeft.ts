/** What goes along with an entry of the history, and so stays with it when the page is loaded anew. */
type Kept = { list?: unknown; row?: unknown }

const kept = (state: unknown): Kept => (typeof state === 'object' && state !== null ? state : {})

/** With the way to a record: which list it was opened from, as its address said it. */
export const fromList = (search: string) => ({ list: search })
export function listOf(state: unknown): string | undefined {
  const { list } = kept(state)
  return typeof list === 'string' ? list : undefined
}

/** With the way back: which row it was; there one goes on, not at the heading. */
export const toRow = (register: string, id: number) => ({ row: id, continues: `${register}/${id}` })
export function rowOf(state: unknown): number | undefined {
  const { row } = kept(state)
  return typeof row === 'number' ? row : undefined
}
