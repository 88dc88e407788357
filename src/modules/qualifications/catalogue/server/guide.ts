import { sql } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import type { guideContract } from '../guideContract.ts'
import { readRules } from './catalogue.part.ts'
import { extraFields, materialsFor, pathOf, readKind } from './kindSettings.ts'
import { levelsOffered } from './levelsOffered.ts'

export const guideHandlers = {
  /** 办事指南: what a company should know of a kind before it applies for it the first time. */
  'GET /app/publicity/qualification/kind': async (ctx, { kindId }) => {
    const kind = await readKind(ctx, kindId)
    if (!kind) throw notFound('没有这个评价种类')
    const levels = kind.levels.filter(({ isOpen }) => isOpen)
    return {
      childId: kind.id,
      childCode: kind.code,
      childName: kind.name,
      isOpen: kind.isOpen && levels.length > 0,
      groupId: kind.groupId,
      groupName: kind.group.name,
      groupIntro: kind.group.intro,
      validYears: kind.validYears,
      renewAheadMonths: kind.renewAheadMonths,
      annualReport: kind.hasAnnualReport ? { from: kind.annualFrom, to: kind.annualTo } : null,
      levels: await levelsOffered(ctx, kind),
      materials: materialsFor(kind, 'initial').map(({ name, required, hint }) => ({ name, required, hint })),
      asked: extraFields(kind).map(({ label }) => label),
      stages: pathOf('initial', { ...kind, levels }, undefined),
      confirmedBy: (await readStateWords(ctx)).byOf({ kind: 'qualificationInitial' }),
      usualDays: await medianDays(ctx, kindId),
      rules: await readRules(ctx, kind.group.ruleArticleIds),
    }
  },
} satisfies Partial<Handlers<typeof guideContract>>

/** Minimum number of applications for a meaningful median. */
const MIN_APPLICATIONS_FOR_MEDIAN = 5

/** The median days from the first submission to the certificate, of the last 200 first applications. */
async function medianDays({ db }: Ctx, kindId: number): Promise<number | null> {
  const { rows } = await db.execute<{ days: number | null; n: number }>(sql`
    select percentile_cont(0.5) within group (order by extract(epoch from decided_at - began)) / 86400 as days,
           count(*) as n
    from (
      select application.decided_at,
             (select min(at) from application_event
              where application_id = application.id and action = 'submit') as began
      from qualification_case
      join application on application.id = qualification_case.application_id
      where qualification_case.kind_id = ${kindId} and qualification_case.type = 'initial'
        and application.state = 'approved'
      order by application.decided_at desc limit 200
    ) approved`)
  const { days, n } = rows[0]!
  return n < MIN_APPLICATIONS_FOR_MEDIAN || days === null ? null : Math.max(1, Math.round(days))
}
