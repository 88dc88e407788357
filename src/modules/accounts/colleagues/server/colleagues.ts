import { and, arrayContains, asc, desc, eq, gt, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { maskMobile } from '#lib/mask.ts'
import { limitToPage, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { containsPattern } from '#lib/server/database/db.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { deputiesOf, toDeputy } from '#modules/accounts/server/deputyTerms.ts'
import { findColleague } from '#modules/accounts/server/findColleague.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { readRoles, roleNamesOf, type StaffRole } from '../../roles/server/roles.ts'
import type { colleaguesContract } from '../contract.ts'

type Endpoints = typeof colleaguesContract
type List = Endpoints['GET /staff/colleague/list']

const statusNames = { active: '在用', frozen: '冻结', disabled: '停用', deleted: '注销' } as const
/** Placeholder that matches no password: the owner sets one by an entry link. */
export const NO_PASSWORD = 'none'

export const colleaguesHandlers = {
  'GET /staff/colleague/list': async (ctx, asked) => {
    const where = matching(asked)
    const rows = await limitToPage(
      asked,
      ctx.db.select().from(account).where(where).orderBy(asc(account.status), asc(account.id)),
    )
    const roles = await readRoles(ctx)
    const total = await countOf(ctx.db, sql`select 1 from ${account} where ${where}`)
    return toPage(
      rows.map(row => toRow(ctx, row, roles)),
      total,
      asked,
    )
  },
  'GET /staff/colleague/export': async (ctx, asked) => {
    await record(ctx, { action: 'colleague.export', objectType: 'account' })
    const roles = await readRoles(ctx)
    const rows = inBatches<Account>(after =>
      ctx.db
        .select()
        .from(account)
        .where(and(matching(asked), after && gt(account.id, after.id)))
        .orderBy(asc(account.id)),
    )
    return sendWorkbook(`工作人员 ${dayOf(ctx.now)}`, {
      name: '工作人员',
      rows,
      columns: [
        { title: '用户名', value: row => row.userName },
        { title: '姓名', value: row => row.displayName },
        { title: '角色', width: 24, value: row => roleNamesOf(row.roles, roles).join('、') },
        { title: '状态', value: row => statusNames[row.status] },
        { title: '两步验证', value: row => (row.totpSince ? '已启用' : '未启用') },
        { title: '最近登录', width: 20, value: row => row.lastSignedInAt && minute(iso(row.lastSignedInAt)) },
      ],
    })
  },
  'GET /staff/colleague/detail': async (ctx, { id }) => {
    const of = await findColleague(ctx, id)
    const sessions = await ctx.db
      .select()
      .from(session)
      .where(and(eq(session.accountId, id), isNull(session.endedAt)))
      .orderBy(desc(session.seenAt))
      .limit(20)
    return {
      ...toRow(ctx, of, await readRoles(ctx)),
      email: of.email,
      version: of.version,
      createdAt: iso(of.createdAt),
      isSelf: id === signedInActor(ctx).accountId,
      hasPassword: of.passwordHash !== NO_PASSWORD,
      deputies: (await deputiesOf(ctx, id)).map(toDeputy),
      sessions: sessions.map(one => ({
        id: one.id,
        address: one.address ?? '',
        device: deviceOf(one.userAgent),
        createdAt: iso(one.createdAt),
        seenAt: iso(one.seenAt),
      })),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

type Filters = Pick<Parsed<List>, 'role' | 'status' | 'key'>
const matching = ({ role, status, key }: Filters): SQL =>
  and(
    eq(account.kind, 'staff'),
    role ? arrayContains(account.roles, [role]) : undefined,
    status ? eq(account.status, status) : undefined,
    key
      ? or(ilike(account.userName, containsPattern(key)), ilike(account.displayName, containsPattern(key)))
      : undefined,
  )!

const toRow = ({ encryption }: Ctx, row: Account, roles: readonly StaffRole[]) => ({
  id: row.id,
  userName: row.userName,
  displayName: row.displayName,
  roles: row.roles,
  roleNames: roleNamesOf(row.roles, roles),
  status: row.status,
  statusName: statusNames[row.status],
  phone: row.phoneSealed && maskMobile(encryption.decrypt(row.phoneSealed)),
  hasSecondFactor: row.totpSince !== null,
  lastSignedInAt: row.lastSignedInAt && iso(row.lastSignedInAt),
})
