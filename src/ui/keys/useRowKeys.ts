import { useKeys } from './useKeys.ts'

type Acts = {
  /** Done to the row that one is at, by its key. */
  withRow: Record<string, (id: number) => void>
  help: () => void
  search?: () => void
}

/** A list by keys: the row that one is at is the one whose link has the focus, so that it is read out and Enter opens it. */
export function useRowKeys(on: boolean, { withRow, help, search }: Acts) {
  const current = () => document.activeElement?.closest<HTMLElement>(ROW) ?? undefined
  const move = (by: number) => {
    const all = [...document.querySelectorAll<HTMLElement>(ROW)]
    const at = all.indexOf(current()!)
    const next = all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]
    if (next) linkIn(next)?.focus()
  }
  const acts = Object.entries(withRow).map(([key, act]) => {
    const actOnRow = () => {
      const row = current()
      if (row) act(Number(row.dataset.rowKey))
    }
    return [key, actOnRow] as const
  })
  const commands: Record<string, () => void> = {
    j: () => move(1),
    k: () => move(-1),
    o: () => linkIn(current())?.click(),
    ...Object.fromEntries(acts),
  }
  useKeys(on ? { ...commands, ...inCapitals(commands), ...(search && { '/': search }), '?': help } : null)
}

/** Focuses the row with this key, if it is on the page. */
export const goToRow = (key: number) =>
  linkIn(document.querySelector<HTMLElement>(`${ROW}[data-row-key="${key}"]`) ?? undefined)?.focus()

const ROW = '.data-table tr[data-row-key]'
const linkIn = (row: HTMLElement | undefined) => row?.querySelector<HTMLElement>('a')

/** Adds the capital letters for caps lock. */
const inCapitals = (commands: Record<string, () => void>) =>
  Object.fromEntries(Object.entries(commands).map(([key, act]) => [key.toUpperCase(), act]))
