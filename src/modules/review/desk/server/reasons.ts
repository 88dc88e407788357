import { type SQL, sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { refuseApplicationOutside } from '#modules/review/server/provinces.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { groupDefaults, readSetting } from '#modules/settings/server/settings.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { exceptionsOf } from './exceptions.ts'
import { consequencesOf } from './undoing.ts'

/** Among how many of its newest decisions the association's own words are counted, and how often makes them its own. */
const MAX_DECISIONS_READ = 20_000
const MIN_USES = 2
const MAX_REASONS = 8

type Act = 'pass' | 'return' | 'reject'

export const reasonsHandlers = {
  /** The association's own words first, by how often it uses them; then those that its settings list. */
  'GET /staff/review/reasons': async (ctx, { id }) => {
    const usual = { ...groupDefaults.reasons, ...(await readSetting(ctx, 'reasons')) }
    const of = id === undefined ? undefined : await submittedApplication(ctx, id)
    if (of) await refuseApplicationOutside(ctx, 'staff:applications', of.id)
    const merge = (own: string[], listed: string) => [...new Set([...own, ...lines(listed)])]
    return {
      pass: merge(await opinionsOf(ctx, of, 'pass'), usual.pass),
      return: merge(await opinionsOf(ctx, of, 'return'), usual.return),
      reject: merge(await opinionsOf(ctx, of, 'reject'), usual.reject),
      remark: merge(await remarksOf(ctx, of), usual.remark),
      consequences: of ? await consequencesOf(ctx, of) : { pass: '', return: '', reject: '' },
      exceptions: of ? await exceptionsOf(ctx, of) : [],
    }
  },
} satisfies Partial<Handlers<typeof staffDeskContract>>

type ReasonContext = Pick<Application, 'kind' | 'state'> | undefined

/** Collects opinions from the same kind and state, since what fits one business is wrong for another. */
const opinionsOf = (ctx: Ctx, of: ReasonContext, action: Act) =>
  frequentTexts(ctx, of, action, sql`select opinion as words from newest where "from" = ${of?.state}`)

/** Collects remarks from the same kind in any state, since its fields are the same in all. */
const remarksOf = (ctx: Ctx, of: ReasonContext) =>
  frequentTexts(ctx, of, 'return', sql`select jsonb_array_elements(remarks) ->> 'text' as words from newest`)

async function frequentTexts({ db }: Ctx, of: ReasonContext, action: Act, words: SQL): Promise<string[]> {
  if (!of) return []
  const { rows } = await db.execute<{ words: string }>(sql`
    with newest as (
      select event.opinion, event.remarks, event."from" from (
        select * from ${applicationEvent} where action = ${action} and by = 'staff' order by id desc limit ${MAX_DECISIONS_READ}
      ) event join ${application} on application.id = event.application_id and application.kind = ${of.kind}
    )
    select words from (${words}) said where words <> '' and length(words) <= 60
    group by words having count(*) >= ${MIN_USES} order by count(*) desc, words limit ${MAX_REASONS}`)
  return rows.map(row => row.words)
}

const lines = (text: string) => text.split('\n').flatMap(line => line.trim() || [])
