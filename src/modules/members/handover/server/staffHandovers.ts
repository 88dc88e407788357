import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { mobileOf, roleNames } from '#modules/members/server/contacts.ts'
import { handover } from '#modules/members/server/tables.ts'
import { handoverFilters } from '../../handoverFilters.ts'
import { handoverStateNames, handoverStates } from '../../handoverStates.ts'
import type { staffHandoverContract } from '../contract.ts'
import { isCodeSpent, secondContact } from './freezing.ts'
import { type Handover, handoverNumber } from './handoverNumber.ts'
import { statusOf } from './handoverRequests.ts'

type Endpoints = typeof staffHandoverContract

const NUMBER = /^LX\d{4}-0*([1-9]\d{0,8})$/i

/** 联系人变更: all that were submitted, those that wait longest in front. */
const handoverRegister = defineRegister({
  name: '联系人变更',
  views: { code: 'handover', permission: 'staff:members' },
  filters: handoverFilters,
  from: handover,
  id: handover.id,
  newest: handover.id,
  ordered: () => ({ at: handover.id, ascending: true }),
  within: () => ne(handover.state, 'begun'),
  where: {
    key: words =>
      or(
        ...[handover.orgName, handover.contactName, handover.creditCode].map(of => containsWords(of, words)),
        eq(handover.id, Number(words.match(NUMBER)?.[1] ?? 0)),
      ),
    status: status => {
      if (status === 'pending') return inArray(handover.state, ['submitted', 'frozen'])
      return status === 'all' ? undefined : eq(handover.state, status)
    },
  },
  read: async (ctx, ids) => {
    const rows = await ctx.db.select().from(handover).where(inArray(handover.id, ids))
    return Promise.all(rows.map(async of => ({ ...(await rowOf(ctx, of)), actorName: of.actorName })))
  },
  row: ({ actorName: _, ...row }) => row,
  columns: {
    number: { heading: '办理编号', width: 18, value: of => of.number, sort: handover.id, nowrap: true },
    orgName: { heading: '单位', width: 32, value: of => of.orgName, sort: byPinyin(handover.orgName) },
    creditCode: { heading: '统一社会信用代码', width: 22, value: of => of.creditCode, nowrap: true },
    contactName: {
      heading: '新联系人',
      value: of => of.contactName,
      sort: byName(handover.contactName),
      nowrap: true,
    },
    position: { heading: '职务', value: of => of.position, sort: byPinyin(handover.position) },
    phone: { heading: '手机', value: of => of.phone, nowrap: true },
    account: { heading: '账号', value: of => of.account?.userName, empty: '没有账号', exported: false },
    statusName: {
      heading: '状态',
      value: of => of.statusName,
      sort: sql`array_position(${sql.param(handoverStates)}::text[], ${handover.state})`,
      nowrap: true,
    },
    actorName: { heading: '经办', value: of => of.actorName, empty: '—', nowrap: true },
    reason: { heading: '理由', width: 32, value: of => of.reason, empty: '—' },
    createdAt: {
      heading: '提出时间',
      width: 18,
      value: of => minute(of.createdAt),
      sort: handover.createdAt,
      nowrap: true,
    },
  },
  listed: ['orgName', 'number', 'contactName', 'position', 'account', 'statusName', 'createdAt'],
})

export const staffHandoversHandlers = {
  'GET /staff/handover/list': (ctx, asked) => handoverRegister.list(ctx, asked),
  'GET /staff/handover/export': (ctx, asked) =>
    exportRegister(ctx, handoverRegister, asked, { action: 'handover.export', objectType: 'handover' }),
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
