import { useState } from 'react'
import type { Refusal } from '#lib/error.ts'
import { call, type Enrolment } from './enrolmentCalls.ts'

type SeatsOption = 'split' | 'wait'
export type Seats = {
  /** Last known number of free places. */
  left: number
  choice: SeatsOption | undefined
  choose: (wish: SeatsOption) => void
}

/** The places of a course while a form is filled in, what is chosen where they are too few, and what to send of it. */
export function useSeats({ id, left: known }: Pick<Enrolment['training'], 'id' | 'left'>) {
  const [left, setLeft] = useState(known)
  const [choice, choose] = useState<SeatsOption>()
  /** Returns the choice to send for `count` people. */
  const wished = (count: number) => {
    if (left === 0) return { whenFew: 'wait' as const }
    if (count <= left || !choice) return { whenFew: 'ask' as const }
    return choice === 'split' ? { whenFew: choice, seats: left } : { whenFew: choice }
  }
  /** If fewer places are free than shown, reloads their number and resets the choice. */
  const refused = async (refusal: Refusal | undefined) => {
    if (!refusal?.fields?.seats) return
    const course = await call('GET /app/training/detail', { id }).catch(() => null)
    if (!course) return
    setLeft(course.left)
    choose(undefined)
  }
  return { left, choice, choose, wished, refused }
}
