import { useRef, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'

/** Maximum number of rows of one action, since the user waits for it. */
export const MAX_SELECTED_ROWS = 1000
const ROWS_PER_CALL = 100

type Given<Row> = {
  rows: readonly Row[]
  keyOf: (row: Row) => number
  /** Accessible name of a row. */
  nameOf: (row: Row) => string
  /** Filters of the list: a change clears the selection. */
  filters: object
  /** Any page of the same list; without it only what is on the page can be chosen at once. */
  pageOf?: (asked: { pageNum: number; pageSize: number }) => Promise<Page<Row>>
}

/** Rows that are picked out, on as many pages as somebody turns, for something that is done to all of them. */
export type Selection<Row> = {
  rows: Row[]
  keys: number[]
  nameOf: (row: Row) => string
  choose: (keys: readonly number[]) => void
  toggle: (key: number) => void
  clear: () => void
  /** Selects all rows of the list, up to `MOST`; undefined if they cannot be loaded. */
  chooseAll: (() => Promise<void>) | undefined
  fetched: number | undefined
  stop: () => void
  problem: string
}

export function useSelection<Row>({ rows, keyOf, nameOf, filters, pageOf }: Given<Row>): Selection<Row> {
  const narrowed = JSON.stringify(filters)
  const [kept, keep] = useState({ narrowed, rows: new Map<number, Row>() })
  const [fetched, setFetched] = useState<number>()
  const [problem, setProblem] = useState('')
  const going = useRef(0)
  // The page has them as they are now; those of other pages are as they were when they were chosen.
  const known = new Map([...kept.rows, ...rows.map(row => [keyOf(row), row] as const)])
  const keys = kept.narrowed === narrowed ? [...kept.rows.keys()] : []
  const set = (chosen: readonly number[], from = known) =>
    keep({ narrowed, rows: new Map(chosen.flatMap(key => (from.has(key) ? [[key, from.get(key)!]] : []))) })

  const chooseAll = async () => {
    const turn = ++going.current
    setProblem('')
    const all = new Map<number, Row>()
    try {
      for (let pageNum = 1; all.size < MAX_SELECTED_ROWS; pageNum++) {
        setFetched(all.size)
        const page = await pageOf!({ pageNum, pageSize: ROWS_PER_CALL })
        if (turn !== going.current) return
        for (const row of page.list) all.set(keyOf(row), row)
        if (pageNum >= page.pages) break
      }
      set([...all.keys()].slice(0, MAX_SELECTED_ROWS), all)
    } catch (error) {
      if (turn === going.current) setProblem(toRefusal(error).message)
    } finally {
      if (turn === going.current) setFetched(undefined)
    }
  }
  return {
    rows: keys.map(key => known.get(key)!),
    keys,
    nameOf,
    fetched,
    problem,
    choose: set,
    toggle: key => set(keys.includes(key) ? keys.filter(one => one !== key) : [...keys, key]),
    clear: () => set([]),
    chooseAll: pageOf && chooseAll,
    stop: () => {
      going.current++
      setFetched(undefined)
    },
  }
}
