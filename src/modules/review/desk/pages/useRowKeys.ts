import { useKeys } from '#ui/useKeys.ts'
import type { Decision } from './desking.ts'

type Acts = { ask: (id: number, action: Decision) => void; toggle: (id: number) => void; help: () => void }

/** The queue by keys: the row that one is at is the one whose link has the focus, so that Enter opens it by itself. */
export function useRowKeys(on: boolean, { ask, toggle, help }: Acts) {
  const links = () => [...document.querySelectorAll<HTMLAnchorElement>('a[data-case]')]
  const current = () => {
    const row = document.activeElement?.closest('tr')
    return row?.querySelector<HTMLAnchorElement>('a[data-case]') ?? undefined
  }
  const move = (by: number) => {
    const all = links()
    const at = all.indexOf(current()!)
    all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]?.focus()
  }
  const withRow = (act: (id: number) => void) => () => {
    const link = current()
    if (link) act(Number(link.dataset.case))
  }
  const commands = {
    j: () => move(1),
    k: () => move(-1),
    o: () => current()?.click(),
    a: withRow(id => ask(id, 'pass')),
    r: withRow(id => ask(id, 'return')),
    x: withRow(toggle),
  }
  useKeys(on ? { ...commands, ...inCapitals(commands), '?': help } : null)
}

/** With the capitals locked they are the same keys. */
const inCapitals = (commands: Record<string, () => void>) =>
  Object.fromEntries(Object.entries(commands).map(([key, act]) => [key.toUpperCase(), act]))
