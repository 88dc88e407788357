import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { mimeTypes } from '#lib/uploads.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { file } from '#modules/files/server/tables.ts'
import { requiresReview } from '../../reviewing/server/review.ts'
import { listColumns } from '../../server/catalogues.ts'
import type { staffOldSiteContract } from '../contract.ts'
import { siteOptions } from '../ruleShape.ts'
import { isAtWork, phases, stateNames, stateOf } from '../states.ts'
import { checkSite } from './checking.ts'
import { countPages } from './counting.ts'
import { readRules } from './extracting.ts'
import { patternsOf } from './proposing.ts'
import { readSite } from './reading.ts'
import { countReady, importSite } from './running.ts'
import { oldSite } from './tables.ts'
import { findSite, type Site, startWork } from './work.ts'

const subjectOf = ({ id, fileName }: Site) => ({ objectType: 'old_site', objectId: id, objectName: fileName })

const toRow = (site: Site, counts: { pages: number; imported: number }, now: Date) => {
  const state = stateOf(site, now)
  const { id, fileName, createdByName, createdAt } = site
  return {
    id,
    fileName,
    state,
    stateName: stateNames[state],
    ...counts,
    createdBy: createdByName,
    createTime: iso(createdAt),
  }
}

/**
 * Throws if the site would publish articles directly while the association requires a review; they must be imported as
 * drafts.
 */
async function refuseUnreviewed(ctx: Ctx, { publish }: Site['options']): Promise<void> {
  if (publish && (await requiresReview(ctx)))
    throw invalid('文章须经三审才能发布，请选择导入为草稿，再预览一次', { 'options.publish': '请选择导入为草稿' })
}

export const siteDeskHandlers = {
  'GET /staff/old-site/list': async (ctx, asked) => {
    const rows = await limitToPage(asked, ctx.db.select().from(oldSite).orderBy(desc(oldSite.id)))
    const list = []
    for (const row of rows) {
      const { pages, imported } = await countPages(ctx, row)
      list.push(toRow(row, { pages, imported }, ctx.now))
    }
    return toPage(list, await ctx.db.$count(oldSite), asked)
  },
  'POST /staff/old-site/begin': async (ctx, { fileId }) => {
    const site = await inTransaction(ctx, async inTx => {
      await attachFiles(inTx, [fileId])
      const fileName = await zipName(inTx, fileId)
      const about = {
        fileId,
        fileName,
        options: siteOptions.parse({}),
        heartbeat: new Date(0),
        ...(await creatorOf(ctx)),
      }
      const [added] = await inTx.db.insert(oldSite).values(about).returning()
      const begun = await startWork(inTx, added!, 'reading')
      await record(inTx, { action: 'oldSite.begin', ...subjectOf(begun) })
      return begun
    })
    void readSite(ctx, site)
    return { id: site.id }
  },
  'GET /staff/old-site/item': async (ctx, { id }) => {
    const site = await findSite(ctx, id)
    const { pages, imported, byRule, ...counts } = await countPages(ctx, site)
    const row = toRow(site, { pages, imported }, ctx.now)
    const isIdle = !isAtWork(row.state)
    const wasRead = site.phase !== 'reading' || site.state === 'ruling'
    const hasFile = site.fileId !== null
    const canCheck = isIdle && wasRead && hasFile
    const isStopped = ['cancelled', 'failed', 'interrupted'].includes(row.state)
    return {
      ...row,
      byRule,
      counts,
      canCheck,
      wasChecked: site.phase !== 'reading' && row.state !== 'checking',
      progress: site.progress,
      total: site.total,
      reason: site.reason,
      notes: site.notes,
      rules: site.rules,
      options: site.options,
      columns: (await listColumns(ctx)).map(({ id, name }) => ({ id, name })),
      patterns: (isIdle ? await patternsOf(ctx, id) : []).map(({ pattern, ids }) => ({ pattern, pages: ids.length })),
      canStart: canCheck && isChecked(site) && counts.new > 0,
      canResume: isStopped && hasFile && (site.phase !== 'running' || counts.new > 0),
      canUndo: isIdle && hasFile && imported > 0,
    }
  },
  'POST /staff/old-site/check': async (ctx, { id, rules, options }) => {
    const before = await findSite(ctx, id)
    readRules(rules)
    const knowsColumn = options.byPath.length > 0 || rules.some(({ column }) => column !== '')
    if (options.catalogueId === null && !knowsColumn)
      throw invalid('请选择文章放入的栏目', { 'options.catalogueId': '请选择栏目' })
    await refuseUnreviewed(ctx, options)
    const { imported } = await countPages(ctx, before)
    if (imported > 0 && options.publish !== before.options.publish)
      throw invalid('已有导入的文章，不能改变发布方式；要改变请先撤销', { 'options.publish': '与已导入的文章不同' })
    const site = await startPhase(ctx, before, 'checking', { action: 'oldSite.check', set: { rules, options } })
    void checkSite(ctx, site)
    return {}
  },
  'POST /staff/old-site/start': async (ctx, { id }) => {
    const before = await findSite(ctx, id)
    if (!isChecked(before)) throw conflict('请先按现在的规则预览，再开始导入')
    await refuseUnreviewed(ctx, before.options)
    if ((await countReady(ctx, id)) === 0) throw invalid('没有可以导入的页面')
    const writtenAt = before.writtenAt ?? ctx.now
    const site = await startPhase(ctx, before, 'running', { action: 'oldSite.start', set: { writtenAt } })
    void importSite(ctx, site)
    return {}
  },
  'POST /staff/old-site/resume': async (ctx, { id }) => {
    const before = await findSite(ctx, id)
    if (!['cancelled', 'failed', 'interrupted'].includes(stateOf(before, ctx.now)))
      throw conflict(`这个旧网站${stateNames[stateOf(before, ctx.now)]}，不用继续`)
    const { phase } = before
    if (phase === 'running') await refuseUnreviewed(ctx, before.options)
    const set = phase === 'running' ? { writtenAt: before.writtenAt ?? ctx.now } : {}
    const site = await startPhase(ctx, before, phase, { action: 'oldSite.resume', set })
    void { reading: readSite, checking: checkSite, running: importSite }[phase](ctx, site)
    return {}
  },
  'POST /staff/old-site/cancel': async (ctx, { id }) => {
    const before = await findSite(ctx, id)
    await ctx.db.transaction(async tx => {
      const [asked] = await tx
        .update(oldSite)
        .set({ cancelAsked: true })
        .where(and(eq(oldSite.id, id), inArray(oldSite.state, [...phases])))
        .returning({ id: oldSite.id })
      if (!asked) throw conflict('已经结束，不能取消；已导入的可以撤销')
      await record({ ...ctx, db: tx }, { action: 'oldSite.cancel', ...subjectOf(before) })
    })
    return {}
  },
} satisfies Partial<Handlers<typeof staffOldSiteContract>>

/** Returns whether every page was checked against the current rules. */
const isChecked = ({ phase, state }: Site) => (phase === 'checking' && state === 'checked') || phase === 'running'

type PhaseStart = { action: string; set: Partial<Site> }

const startPhase = (ctx: Ctx, before: Site, phase: Site['phase'], { action, set }: PhaseStart): Promise<Site> =>
  inTransaction(ctx, async inTx => {
    if (before.fileId === null) throw conflict('文件已按保存期限清除，请重新上传')
    const site = await startWork(inTx, before, phase, set)
    await record(inTx, { action, ...subjectOf(site) })
    return site
  })

async function zipName({ db }: Ctx, fileId: number): Promise<string> {
  const isPrivate = and(eq(file.id, fileId), eq(file.isPublic, false), isNull(file.deletedAt))
  const [found] = await db.select().from(file).where(isPrivate)
  if (found?.type !== mimeTypes.zip) throw invalid('旧网站只能从 ZIP 文件导入')
  return found.name
}

async function creatorOf(ctx: Ctx) {
  const { accountId } = signedInActor(ctx)
  const [self] = await ctx.db
    .select({ name: sql<string>`coalesce(${account.displayName}, ${account.userName})` })
    .from(account)
    .where(eq(account.id, accountId))
  return { createdBy: accountId, createdByName: self!.name, createdAt: ctx.now }
}
