import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import type { Round } from '../passing.ts'
import type { ScoreRow } from './resultViews.ts'

/** Cell values of a row, with the stored version they are based on. */
export type Typed = { theory: string; practice: string; isAbsent: boolean; seen: number | null; isCorrection: boolean }
/** Maximum number of rows per request. */
const MAX_ROWS_PER_REQUEST = 500

export const scoreText = (score: number | null | undefined) =>
  score === null || score === undefined ? '' : String(score)

export const storedOf = (row: ScoreRow, round: Round): Typed => ({
  theory: scoreText(row[round]?.theory),
  practice: scoreText(row[round]?.practice),
  isAbsent: row[round]?.isAbsent ?? false,
  seen: row[round]?.seen ?? null,
  isCorrection: row[round]?.isAnnounced ?? false,
})

const isSame = (one: Typed, other: Typed) =>
  one.theory === other.theory && one.practice === other.practice && one.isAbsent === other.isAbsent

type Key = `${Round} ${number}`
type State = { busy: boolean; error?: Refusal }

/** Keeps unsaved scores across pages of the list and rounds. */
export function useScoring(id: number) {
  const [typed, setTyped] = useState<Partial<Record<Key, Typed>>>({})
  const [reason, setReason] = useState('')
  const [state, setState] = useState<State>({ busy: false })
  const isDirty = Object.keys(typed).length > 0
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])

  const changesOf = (round: Round) =>
    Object.entries(typed).flatMap(([key, of]) => {
      const [its, participantId] = key.split(' ')
      return its === round && of ? [{ participantId: Number(participantId), ...of }] : []
    })
  const forget = (round: Round, ids: number[]) =>
    setTyped(before =>
      Object.fromEntries(Object.entries(before).filter(([key]) => !ids.some(of => key === `${round} ${of}`))),
    )

  return {
    reason,
    setReason,
    ...state,
    fields: state.error?.fields ?? {},
    changesOf,
    forget,
    cellsOf: (row: ScoreRow, round: Round) => typed[`${round} ${row.id}`] ?? storedOf(row, round),
    isTyped: (row: ScoreRow, round: Round) => typed[`${round} ${row.id}`] !== undefined,
    type: (row: ScoreRow, round: Round, change: Partial<Typed>) => {
      const stored = storedOf(row, round)
      const now = { ...(typed[`${round} ${row.id}`] ?? stored), ...change }
      if (isSame(now, stored)) forget(round, [row.id])
      else setTyped(before => ({ ...before, [`${round} ${row.id}`]: now }))
    },
    /** Saves a round. Returns the number of rows, or undefined on an error. */
    save: async (round: Round): Promise<number | undefined> => {
      setState({ busy: true })
      try {
        const changes = changesOf(round)
        await saveRows(id, round, reason, changes)
        setState({ busy: false })
        setReason('')
        forget(
          round,
          changes.map(({ participantId }) => participantId),
        )
        return changes.length
      } catch (error) {
        setState({ busy: false, error: toRefusal(error) })
        return
      }
    },
  }
}
export type Scoring = ReturnType<typeof useScoring>

type Row = Omit<Typed, 'isCorrection'> & { participantId: number }

/** Saves in chunks; each chunk is saved completely or not at all. */
export async function saveRows(id: number, round: Round, reason: string, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_REQUEST) {
    const some = rows.slice(from, from + MAX_ROWS_PER_REQUEST)
    await browserApi('POST /staff/training/scores/save', { id, round, reason, rows: some })
  }
}
