import { useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Input } from '#lib/contract.ts'
import { typedCode } from '#lib/typed.ts'
import type { Votes } from '../meetingRule.ts'
import { isVoted, type Outcome } from '../meetingWords.ts'
import type { Meeting } from './StaffMeeting.tsx'

export type Decision = { outcome: Outcome; reason: string }
export type TypedVotes = Record<keyof Votes, string>
export type TypedAttendance = Record<'entitled' | 'present' | 'onLeave' | 'names' | 'chair' | 'recorder', string>

const PASSED: Decision = { outcome: 'pass', reason: '' }
const UNCOUNTED: TypedVotes = { yes: '', no: '', abstained: '', recused: '' }

/** Numbers only, however they were typed. */
export const digitsIn = (typed: string) => typedCode(typed).replace(/\D/g, '').slice(0, 5)
export const countIn = (typed: string) => (typed === '' ? null : Number(typed))
/** Splits typed names at line breaks, commas and semicolons. */
export const namesIn = (typed: string) =>
  typed
    .split(/[\n、，,；;]+/)
    .map(name => name.trim())
    .filter(name => name !== '')

const countText = (count: number | null) => (count === null ? '' : String(count))

/** Holds the record of a meeting until it is sent. */
export function useRecording(of: Meeting) {
  const [opinion, setOpinion] = useState(`${of.title}通过`)
  const [decisions, setDecisions] = useState<Record<number, Decision>>({})
  const [votes, setVotes] = useState<Record<number, TypedVotes>>({})
  const [attendance, setAttendance] = useState<TypedAttendance>({
    entitled: countText(of.counted?.entitled ?? of.rule?.entitled ?? null),
    present: countText(of.counted?.present ?? null),
    onLeave: countText(of.counted?.onLeave ?? null),
    names: of.counted?.names.join('\n') ?? '',
    chair: '',
    recorder: '',
  })
  const ids = of.agenda.map(({ itemId }) => itemId)
  /** What its own vote decided is taken over, and can be made more precise. */
  const decided = new Map(of.agenda.flatMap(item => (item.decided ? [[item.itemId, item.decided] as const] : [])))
  const decisionOn = (id: number): Decision => decisions[id] ?? decided.get(id) ?? PASSED
  const counted = ids.filter(id => !decided.has(id))
  const votesOn = (id: number) => votes[id] ?? UNCOUNTED
  const present = countIn(attendance.present)
  return {
    opinion,
    setOpinion,
    attendance,
    setAttendance,
    decisionOn,
    votesOn,
    decide: (id: number, decision: Decision) => setDecisions({ ...decisions, [id]: decision }),
    count: (id: number, counted: TypedVotes) => setVotes({ ...votes, [id]: counted }),
    /** What was checked in stays. */
    sameAsLast: () =>
      setAttendance(attendance => {
        const { chair, recorder, ...typed } = { ...attendance, ...typedOf(of.lastAttendance) }
        return { ...(of.counted ? attendance : typed), chair, recorder }
      }),
    /** Fills in unanimous votes: everyone present who is not recused agrees to every item that is decided. */
    allAgree: () => {
      const voted = counted.filter(id => isVoted(decisionOn(id).outcome))
      const agreed = voted.map(id => [id, unanimous(of.counted?.votes ?? present ?? 0, votesOn(id))] as const)
      setVotes({ ...votes, ...Object.fromEntries(agreed) })
    },
    sent: (): Omit<Input<ApiContract['POST /staff/meeting/record']>, 'id' | 'version' | 'fileIds'> => ({
      opinion,
      attendance: sentAttendance(attendance),
      votes: of.rule?.vote && !of.isWritten ? counted.map(itemId => ({ itemId, ...sentVotes(votesOn(itemId)) })) : [],
      exceptions: ids.flatMap(itemId => {
        const { outcome, reason } = decisionOn(itemId)
        return outcome === 'pass' ? [] : [{ itemId, outcome, reason }]
      }),
    }),
  }
}
export type Recording = ReturnType<typeof useRecording>

function typedOf(last: Meeting['lastAttendance']): Partial<TypedAttendance> {
  if (!last) return {}
  const { entitled, present, onLeave, names, chair, recorder } = last
  return {
    entitled: countText(entitled),
    present: countText(present),
    onLeave: String(onLeave),
    names: names.join('\n'),
    chair,
    recorder,
  }
}

const unanimous = (present: number, { recused }: TypedVotes): TypedVotes => ({
  yes: String(Math.max(0, present - Number(recused))),
  no: '0',
  abstained: '0',
  recused: recused || '0',
})

const sentAttendance = ({ entitled, present, onLeave, names, ...rest }: TypedAttendance) => ({
  ...rest,
  entitled: countIn(entitled),
  present: countIn(present),
  onLeave: countIn(onLeave),
  names: namesIn(names),
})

export const sentVotes = ({ yes, no, abstained, recused }: TypedVotes) => ({
  yes: countIn(yes),
  no: countIn(no),
  abstained: countIn(abstained),
  recused: countIn(recused),
})
