import { sql } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { applicationEvent } from '#modules/review/server/tables.ts'
import { groupDefaults, readSetting } from '#modules/settings/server/settings.ts'
import type { staffDeskContract } from '../deskContract.ts'

/** Of how many of its newest decisions the association's own words are counted, and how often makes them its own. */
const LOOKED_AT = 2000
const OFTEN = 2
const MOST = 8

export const reasonsHandlers = {
  /** The association's own words first, by how often it uses them; then those that its settings list. */
  'GET /staff/review/reasons': async ctx => {
    const { db } = ctx
    const usual = { ...groupDefaults.reasons, ...(await readSetting(ctx, 'reasons')) }
    const said = async (action: 'pass' | 'return' | 'reject', words: 'opinion' | 'remark') => {
      const { rows } = await db.execute<{ words: string }>(sql`
      select words from (
        select ${words === 'opinion' ? sql`opinion as words` : sql`jsonb_array_elements(remarks) ->> 'text' as words`}
        from (
          select opinion, remarks from ${applicationEvent}
          where action = ${action} and by = 'staff' order by id desc limit ${LOOKED_AT}
        ) newest
      ) said
      where words <> '' and length(words) <= 60
      group by words having count(*) >= ${OFTEN} order by count(*) desc, words limit ${MOST}`)
      return rows.map(row => row.words)
    }
    const merge = (own: string[], listed: string) => [...new Set([...own, ...lines(listed)])]
    return {
      pass: merge(await said('pass', 'opinion'), usual.pass),
      return: merge(await said('return', 'opinion'), usual.return),
      reject: merge(await said('reject', 'opinion'), usual.reject),
      remark: merge(await said('return', 'remark'), usual.remark),
    }
  },
} satisfies Partial<Handlers<typeof staffDeskContract>>

const lines = (text: string) => text.split('\n').flatMap(line => line.trim() || [])
