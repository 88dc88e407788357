import { sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { timeToDecide } from '#modules/review/deadlines.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { definitionOf } from '#modules/review/stages.ts'
import { isClosed, type State, waitsFor } from '#modules/review/workflow.ts'

type WaitingApplication = Pick<Application, 'kind' | 'state' | 'stateSince'>

/** Returns since when an application waits, for whom or what, and how long that usually takes. */
export async function waitingOf(ctx: Ctx, of: WaitingApplication) {
  const [waiting] = await waitingOfEach(ctx, [of])
  return waiting!
}

/** The same of many: what is usual is counted once for all that stand at the same place. */
export async function waitingOfEach(ctx: Ctx, all: readonly WaitingApplication[]) {
  const counted = new Map<string, number | null>()
  for (const of of all) {
    const key = `${of.kind} ${of.state}`
    if (!counted.has(key)) counted.set(key, await usualDays(ctx, of))
  }
  return all.map(of => ({
    since: iso(of.stateSince),
    who: waitsFor(of.state),
    whoName: whoNameOf(of.state),
    usualDays: counted.get(`${of.kind} ${of.state}`)!,
    termDays: timeToDecide(of.state),
  }))
}

function whoNameOf(state: State): string {
  const definition = definitionOf(state)
  if (!definition) return ''
  if (definition.waitsFor === 'calendar') return definition.until
  return definition.waitsFor === 'staff' ? '协会' : '申请人'
}

/** Minimum applications that must have left a state before its usual duration is shown. */
const MIN_SAMPLES = 5

/** The median days that applications of this kind have spent in this state, of the last 200 that left it. */
async function usualDays({ db }: Ctx, { kind, state }: WaitingApplication): Promise<number | null> {
  if (isClosed(state) || state === 'draft') return null
  const { rows } = await db.execute<{ days: number | null; n: number }>(sql`
    select percentile_cont(0.5) within group (order by extract(epoch from left_at - entered_at)) / 86400 as days,
           count(*) as n
    from (
      select event.at as left_at,
             (select max(before.at) from application_event before
              where before.application_id = event.application_id and before.id < event.id) as entered_at
      from application_event event
      join application on application.id = event.application_id
      where event."from" = ${state} and application.kind = ${kind}
      order by event.at desc limit 200
    ) stays where entered_at is not null`)
  const { days, n } = rows[0]!
  return n < MIN_SAMPLES || days === null ? null : Math.max(1, Math.round(days))
}
