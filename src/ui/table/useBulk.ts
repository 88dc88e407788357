import { useRef, useState } from 'react'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'

const RECORDS_PER_CALL = 100

/** As many of them as one call takes, part by part. */
export const partsOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / RECORDS_PER_CALL) }, (_, i) =>
    all.slice(i * RECORDS_PER_CALL, (i + 1) * RECORDS_PER_CALL),
  )

export type BulkResult = { id: number; name: string; done: boolean; message: string }
/** `name`: where it is not that of a row. */
type Answer = Omit<BulkResult, 'name'> & { name?: string }
type Given<Row> = {
  /** Rows at the start, whatever happens to the selection meanwhile. */
  rows: readonly Row[]
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  /** Does it to some of them; throws what was refused as a whole. */
  send: (some: Row[]) => Promise<readonly Answer[]>
  changed: () => void
}

/** An act on many, a part after the other: how far it has come, what came of each, and a way to stop in between. */
export function useBulk<Row>({ rows, idOf, nameOf, send, changed }: Given<Row>) {
  const [of] = useState(rows)
  const [reached, reach] = useState<number>()
  const [results, setResults] = useState<BulkResult[]>()
  const [error, setError] = useState<Refusal>()
  const stopped = useRef(false)
  const running = useRef(false)

  /** Returns the result of each record; undefined if nothing was done. */
  const run = async (): Promise<BulkResult[] | undefined> => {
    if (running.current) return
    running.current = true
    stopped.current = false
    setError(undefined)
    const names = new Map(of.map(row => [idOf(row), nameOf(row)]))
    const done: BulkResult[] = []
    let why = '已停止，没有处理'
    let at = 0
    for (; at < of.length && !stopped.current; at += RECORDS_PER_CALL) {
      reach(at)
      const some = await send(of.slice(at, at + RECORDS_PER_CALL)).catch(toRefusal)
      if ('code' in some) {
        why = some.message
        // Keeps the dialog open with its input, since nothing was done.
        if (at === 0) setError(some)
        break
      }
      done.push(...some.map(one => ({ name: names.get(one.id) ?? '', ...one })))
    }
    running.current = false
    reach(undefined)
    if (done.length === 0) return
    const left = of.slice(at).map(row => ({ id: idOf(row), name: nameOf(row), done: false, message: why }))
    const all = [...done, ...left]
    setResults(all)
    changed()
    return all
  }
  return {
    of,
    run,
    results,
    error,
    busy: reached !== undefined,
    /** Progress text, if there is more than one batch. */
    progress:
      reached === undefined || of.length <= RECORDS_PER_CALL ? '' : `正在处理，已完成 ${reached} / ${of.length}`,
    stop: () => {
      stopped.current = true
    },
  }
}
