import { and, asc, eq, gt, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { mobileOf, roleNames } from '#modules/members/server/contacts.ts'
import { handover } from '#modules/members/server/tables.ts'
import { handoverStateNames } from '../../handoverStates.ts'
import type { staffHandoverContract } from '../contract.ts'
import { isCodeSpent, secondContact } from './freezing.ts'
import { type Handover, handoverNumber } from './handoverNumber.ts'
import { statusOf } from './handoverRequests.ts'

type Endpoints = typeof staffHandoverContract
type Filters = Parsed<Endpoints['GET /staff/handover/export']>

const NUMBER = /^LX\d{4}-0*([1-9]\d{0,8})$/i

function matching({ status, key }: Filters): SQL | undefined {
  const id = Number(key?.match(NUMBER)?.[1] ?? 0)
  const words = key && containsPattern(key)
  return and(
    status === undefined ? inArray(handover.state, ['submitted', 'frozen']) : undefined,
    status === 'all' ? ne(handover.state, 'begun') : status && eq(handover.state, status),
    words
      ? or(
          ilike(handover.orgName, words),
          ilike(handover.contactName, words),
          ilike(handover.creditCode, words),
          eq(handover.id, id),
        )
      : undefined,
  )
}

export const staffHandoversHandlers = {
  'GET /staff/handover/list': async (ctx, asked) => {
    const where = matching(asked)
    const rows = await limitToPage(asked, ctx.db.select().from(handover).where(where).orderBy(asc(handover.id)))
    const total = await countOf(ctx.db, sql`select 1 from ${handover} where ${where}`)
    return toPage(await Promise.all(rows.map(row => rowOf(ctx, row))), total, asked)
  },
  'GET /staff/handover/export': async (ctx, asked) => {
    const rows = inBatches<Handover>(after =>
      ctx.db
        .select()
        .from(handover)
        .where(and(matching(asked), after && gt(handover.id, after.id)))
        .orderBy(asc(handover.id)),
    )
    return sendWorkbook('联系人变更', {
      columns: [
        { title: '办理编号', width: 18, value: handoverNumber },
        { title: '单位', width: 32, value: ({ orgName }) => orgName },
        { title: '统一社会信用代码', width: 22, value: ({ creditCode }) => creditCode },
        { title: '新联系人', value: ({ contactName }) => contactName },
        { title: '职务', value: ({ position }) => position },
        { title: '手机', value: ({ phoneSealed }) => maskMobile(ctx.encryption.decrypt(phoneSealed)) },
        { title: '状态', value: ({ state }) => handoverStateNames[state] },
        { title: '经办', value: ({ actorName }) => actorName },
        { title: '理由', width: 32, value: ({ reason }) => reason },
        { title: '提出时间', width: 18, value: ({ createdAt }) => minute(iso(createdAt)) },
      ],
      rows,
    })
  },
  'GET /staff/handover/detail': async (ctx, { id }) => {
    const [found] = await ctx.db
      .select()
      .from(handover)
      .where(and(eq(handover.id, id), ne(handover.state, 'begun')))
    if (!found) throw notFound('没有这份联系人变更')
    return { ...(await rowOf(ctx, found)), canResend: isCodeSpent(ctx, found), timeline: await timelineOf(ctx, id) }
  },
} satisfies Partial<Handlers<Endpoints>>

async function rowOf(ctx: Ctx, row: Handover) {
  const files = await fileInfos(ctx, row.fileIds)
  return {
    id: row.id,
    number: handoverNumber(row),
    orgName: row.orgName,
    creditCode: row.creditCode,
    contactName: row.contactName,
    position: row.position,
    ...statusOf(row),
    phone: maskMobile(ctx.encryption.decrypt(row.phoneSealed)),
    ...(await readAccount(ctx, row)),
    confirmedAt: row.confirmedAt && iso(row.confirmedAt),
    files: row.fileIds.flatMap(id => files.get(id) ?? []),
    reason: row.reason,
    createdAt: iso(row.createdAt),
  }
}

async function readAccount(ctx: Ctx, of: Handover) {
  const [own] = await ctx.db.select().from(account).where(eq(account.creditCode, of.creditCode))
  if (!own) return { account: null, second: null }
  const second = await secondContact(ctx, of, own)
  const phone = own.phoneSealed ? maskMobile(ctx.encryption.decrypt(own.phoneSealed)) : ''
  return {
    account: { userName: own.userName, orgName: own.displayName, phone, status: own.status },
    second: second
      ? { name: second.name, roleName: roleNames[second.role], phone: maskMobile(mobileOf(ctx, second)!) }
      : null,
  }
}

const steps: Record<string, { actionName: string; toName: string; by?: string }> = {
  'handover.begin': { actionName: '提出变更', toName: handoverStateNames.begun, by: '新联系人' },
  'handover.submit': { actionName: '提交变更函', toName: handoverStateNames.submitted, by: '新联系人' },
  'handover.frozen': { actionName: '核对变更函，发出确认码', toName: handoverStateNames.frozen },
  'handover.confirm': { actionName: '确认', toName: '待协会决定', by: '第二联系人' },
  'handover.approved': { actionName: '同意变更', toName: handoverStateNames.approved },
  'handover.rejected': { actionName: '不予变更', toName: handoverStateNames.rejected },
}

/** Builds the timeline from the audit log. */
async function timelineOf({ db }: Ctx, id: number) {
  const rows = await db
    .select({ event: auditEvent, displayName: account.displayName })
    .from(auditEvent)
    .leftJoin(account, eq(account.id, auditEvent.actorId))
    .where(and(eq(auditEvent.objectType, 'handover'), eq(auditEvent.objectId, id)))
    .orderBy(asc(auditEvent.id))
  return rows.flatMap(({ event: { id, action, actorName, detail, at }, displayName }) => {
    const step = steps[action]
    if (!step) return []
    const { by = displayName ?? actorName, actionName, toName } = step
    return { id, actionName, toName, actorName: by, opinion: String(detail.reason ?? ''), at: iso(at) }
  })
}
