import { readFileSync } from 'node:fs'
import { desc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { forbidden, notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { DOCX, PDF, privateDownload } from '#lib/server/http/download.ts'
import { record } from '#modules/audit/server/record.ts'
import type { ReportContent, reportContract } from '../contract.ts'
import { countReport } from './content.ts'
import { footnoteOf, type Logo, readLogo, subtitleOf } from './letterhead.ts'
import { councilReport, councilReportIssue } from './tables.ts'

async function findReport({ db }: Pick<Ctx, 'db'>, id: number) {
  const [found] = await db.select().from(councilReport).where(eq(councilReport.id, id))
  if (!found) throw notFound('报告不存在或已删除')
  return found
}

/** A report that was sent: for whoever it was sent to, and for whoever sees the statistics. */
async function findIssue(ctx: Ctx, id: number) {
  const { accountId, permissions } = signedInActor(ctx)
  const [found] = await ctx.db.select().from(councilReportIssue).where(eq(councilReportIssue.id, id))
  if (!found) throw notFound('报告不存在')
  if (!permissions.includes('staff:statistics') && !found.recipientIds.includes(accountId))
    throw forbidden('这份报告没有发给您')
  return found
}

async function download(ctx: Ctx, content: ReportContent, format: 'pdf' | 'docx') {
  const name = `${content.title}-${content.month}`
  const logo = await readLogo(ctx)
  await record(ctx, { action: 'councilReport.export', objectName: name, detail: { format } })
  if (format === 'pdf') return privateDownload(`${name}.pdf`, PDF, reportPdf(content, logo))
  // Load the large Word writer only when it is needed.
  const { reportDocx } = await import('./reportDocx.ts')
  return privateDownload(`${name}.docx`, DOCX, await reportDocx(content, logo))
}

const template = readFileSync(new URL('./report.typ', import.meta.url), 'utf8')

function reportPdf(content: ReportContent, logo: Logo | undefined): Buffer {
  const { colour, ...texts } = content
  const data = {
    ...printable(texts),
    subtitle: subtitleOf(content),
    footnote: footnoteOf(content),
    ...(colour && { colour }),
    ...(logo && { logo: `/${logo.name}` }),
  }
  return toPdf(template, data, 'a-2a', logo ? { [logo.name]: logo.png } : {})
}

export const reportHandlers: Handlers<typeof reportContract> = {
  'GET /staff/report/preview': async (ctx, { id, month }) => countReport(ctx, await findReport(ctx, id), month),
  'GET /staff/report/file': async (ctx, { id, month, format }) =>
    download(ctx, await countReport(ctx, await findReport(ctx, id), month), format),
  'GET /staff/report/sent': async ({ db }, { reportId, ...asked }) => {
    const where = reportId === undefined ? undefined : eq(councilReportIssue.reportId, reportId)
    const rows = await db
      .select()
      .from(councilReportIssue)
      .where(where)
      .orderBy(desc(councilReportIssue.countedAt), desc(councilReportIssue.id))
      .limit(asked.pageSize)
      .offset(offset(asked))
    const list = rows.map(({ id, month, content, countedAt, sentTo }) => ({
      id,
      name: content.title,
      month,
      countedAt: iso(countedAt),
      sentTo,
    }))
    return toPage(list, await db.$count(councilReportIssue, where), asked)
  },
  'GET /staff/report/issue': async (ctx, { id }) => ({ id, ...(await findIssue(ctx, id)).content }),
  'GET /staff/report/issue/file': async (ctx, { id, format }) =>
    download(ctx, (await findIssue(ctx, id)).content, format),
}
