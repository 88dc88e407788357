import { calendarOf, type Step, type StepCode } from '../calendar.ts'
import type { ElectionState } from '../electionWords.ts'
import type { election } from './tables.ts'

type Election = typeof election.$inferSelect

const order: ElectionState[] = ['preparing', 'roll', 'nominating', 'candidates', 'voting', 'decided', 'confirmed']
const isPast = ({ state }: Election, since: ElectionState) => order.indexOf(state) >= order.indexOf(since)

/** Whether a step of the calendar was done, by what the election says of itself. */
export const isStepDone: Record<StepCode, (of: Election) => boolean> = {
  committee: of => of.committee.length > 0,
  report: of => of.reportedOn !== null,
  roll: of => of.rollDay !== null,
  nomination: of => of.nominationUntil !== null,
  candidates: of => isPast(of, 'candidates'),
  vote: of => isPast(of, 'decided'),
  result: of => of.articleId !== null,
  filing: of => of.filedOn !== null,
}

/** The step that is due next; undefined: all are done, or the election was cancelled. */
export function nextStep(of: Election): Step | undefined {
  if (of.state === 'cancelled') return undefined
  return calendarOf(of.rules, of.termEnds, of.votesOn).find(({ code }) => !isStepDone[code](of))
}

/** Columns that keep the next step in the table, where lists and jobs find it. */
export function nextStepColumns(of: Election): Pick<Election, 'nextStep' | 'nextDay'> {
  const next = nextStep(of)
  return { nextStep: next?.code ?? null, nextDay: next?.latest ?? null }
}
