import type { Output } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { requestJob } from '#lib/server/jobs/manualRuns.ts'
import { timings } from '#lib/server/monitoring/timings.ts'
import { defineChecks, type Finding, runChecks } from '#lib/server/oversight/siteChecks.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import type { healthContract } from '../healthContract.ts'
import type { staffOversightContract } from '../staffContract.ts'
import { CONTENT_JOB, contentCheckedAt, deadLinks, outsideLinks, silentPictures } from './health/links.ts'
import { checkOutside } from './health/outside.ts'
import { diskSpace, failedJobs, failedMessages, readFacts, slowPages } from './health/system.ts'
import { checkTexts } from './health/texts.ts'

type Endpoints = typeof healthContract

defineChecks(deadLinks, outsideLinks, slowPages, silentPictures, failedMessages, failedJobs, diskSpace)
const MAX_SCORE = 100
const MAX_SLOW_ROUTES = 15

export async function showHealth(ctx: Ctx): Promise<Output<Endpoints['GET /staff/health']>> {
  const found = await runChecks(ctx)
  const checkedAt = await contentCheckedAt(ctx)
  const { since, routes } = timings()
  return {
    score: Math.max(0, MAX_SCORE - Math.round(found.reduce((sum, { deducted }) => sum + deducted, 0) * 10) / 10),
    isRejected: found.some(({ isRejected }) => isRejected),
    checkedAt: iso(ctx.now),
    contentCheckedAt: checkedAt && iso(checkedAt),
    findings: found.map(({ isRejected: _, ...finding }) => finding),
    facts: await readFacts(ctx),
    pages: routes.slice(0, MAX_SLOW_ROUTES),
    measuredSince: iso(since),
  }
}

const levelNames: Record<Finding['level'], string> = { good: '合格', warn: '待改进', bad: '不合格', unknown: '未检查' }

export const healthHandlers = {
  'GET /staff/health': showHealth,
  'GET /staff/health/export': async ctx => {
    const { findings, score, checkedAt } = await showHealth(ctx)
    await record(ctx, { action: 'health.export', detail: { score } })
    const rows = findings.flatMap(finding =>
      finding.items.length ? finding.items.map(item => ({ finding, text: item.text })) : [{ finding, text: '' }],
    )
    type Row = (typeof rows)[number]
    const columns = [
      { title: '类别', value: ({ finding }: Row) => finding.group },
      { title: '检查项', value: ({ finding }: Row) => finding.name },
      { title: '结果', value: ({ finding }: Row) => levelNames[finding.level] },
      { title: '扣分', value: ({ finding }: Row) => finding.deducted },
      { title: '情况', width: 40, value: ({ finding }: Row) => finding.found },
      { title: '明细', width: 60, value: ({ text }: Row) => text },
      { title: '要求', width: 60, value: ({ finding }: Row) => finding.why },
    ]
    const day = minute(checkedAt).slice(0, 10)
    return sendWorkbook(`站点健康-${day}-${score}分`, { name: '站点健康', columns, rows })
  },
  'POST /staff/health/check': async ctx => {
    const noted = (db: Ctx['db']) => record({ ...ctx, db }, { action: 'health.check' })
    return { run: await requestJob(ctx, CONTENT_JOB, signedInActor(ctx).userName, noted) }
  },
} satisfies Partial<Handlers<typeof staffOversightContract>>

/** Nightly check of the site's own records; external links only where the server may reach the internet. */
export async function checkSite(ctx: Pick<Ctx, 'db' | 'now' | 'config'>): Promise<void> {
  await checkTexts(ctx)
  if (ctx.config.linkCheck) await checkOutside(ctx)
}
