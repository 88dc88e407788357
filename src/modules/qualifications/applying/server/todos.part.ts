import { and, asc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { beginAddress } from '#modules/qualifications/applicationTypes.ts'
import { readKindsByCode } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { defineTodos, type Task } from '#modules/review/applying/server/todos.ts'
import { reportingWindow } from './entitlement.ts'
import { offersOf, whoseCertificates } from './ownCertificates.ts'

/** Tasks of a company for certificates that end soon or wait for their annual report. */
defineTodos(async ctx => {
  const whose = await whoseCertificates(ctx)
  if (!whose) return []
  const rows = await ctx.db
    .select()
    .from(certificate)
    .where(and(whose, eq(certificate.register, 'qualification')))
    .orderBy(asc(certificate.validTo), asc(certificate.id))
  const offers = await offersOf(ctx, rows)
  const lastDays = await reportsUntil(ctx, rows)
  const today = dayOf(ctx.now)
  return rows.flatMap(of => {
    const isFree = (type: string) =>
      offers.get(of.id)?.some(offer => offer.type === type && offer.hindrance === null) === true
    const about = {
      title: [of.kindName, of.levelName].filter(Boolean).join(' '),
      number: of.number,
      applicationId: null,
      duties: ['applications'] as const,
    }
    const { statusName } = statusToday(of, today)
    const todos: Task[] = []
    if (isFree('renewal'))
      todos.push({
        ...about,
        key: `renewal-${of.id}`,
        kindName: '证书到期',
        statusName,
        actName: '换证',
        route: beginAddress('renewal', of.id),
        dueOn: of.validTo,
      })
    if (isFree('annualReport'))
      todos.push({
        ...about,
        key: `annualReport-${of.id}`,
        kindName: '年度报告',
        statusName: '待提交',
        actName: '提交年度报告',
        route: beginAddress('annualReport', of.id),
        dueOn: lastDays.get(of.kindCode) ?? null,
      })
    return todos
  })
})

/** Returns per kind the last day on which this year's reports are accepted. */
async function reportsUntil(ctx: Ctx, rows: readonly { kindCode: string }[]): Promise<Map<string, string>> {
  const kinds = await readKindsByCode(ctx, [...new Set(rows.map(({ kindCode }) => kindCode))])
  return new Map(kinds.map(kind => [kind.code, reportingWindow(kind, dayOf(ctx.now)).to]))
}
