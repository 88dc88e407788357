import { and, arrayContains, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { deviceOf } from '#lib/server/api/devices.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { deputiesOf, toDeputy } from '#modules/accounts/server/deputyTerms.ts'
import { findColleague } from '#modules/accounts/server/findColleague.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { colleagueFilters } from '../../colleagueFilters.ts'
import { readRoles, roleNamesOf, type StaffRole } from '../../roles/server/roles.ts'
import type { colleaguesContract } from '../contract.ts'

type Endpoints = typeof colleaguesContract

const statusNames = { active: '在用', frozen: '冻结', disabled: '停用', deleted: '注销' } as const
/** Placeholder that matches no password: the owner sets one by an entry link. */
export const NO_PASSWORD = 'none'

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

/** 工作人员: accounts of the staff, those in use first. */
const colleagueRegister = defineRegister({
  name: '工作人员',
  views: { code: 'colleague', permission: 'staff:accounts' },
  filters: colleagueFilters,
  from: sql`(select * from ${account} where ${account.kind} = 'staff') ${account}`,
  id: account.id,
  newest: account.id,
  ordered: () => ({ at: account.status, ascending: true }),
  where: {
    key: key => or(containsWords(account.userName, key), containsWords(account.displayName, key)),
    role: role => arrayContains(account.roles, [role]),
    status: account.status,
  },
  read: async (ctx, ids) => {
    const [rows, roles] = await Promise.all([
      ctx.db.select().from(account).where(inArray(account.id, ids)),
      readRoles(ctx),
    ])
    return rows.map(row => toRow(ctx, row, roles))
  },
  row: of => of,
  columns: {
    userName: { heading: '用户名', value: of => of.userName, sort: account.userName },
    displayName: { heading: '姓名', value: of => of.displayName, sort: byName(account.displayName) },
    roleNames: {
      heading: '角色',
      width: 24,
      value: of => of.roleNames.join('、'),
      empty: '无',
      sort: sql`array_to_string(${account.roles}, ',')`,
    },
    statusName: { heading: '状态', value: of => of.statusName, nowrap: true, sort: account.status },
    hasSecondFactor: {
      heading: '两步验证',
      value: of => (of.hasSecondFactor ? '已启用' : '未启用'),
      sort: sql`(${account.totpSince} is not null)`,
      nowrap: true,
    },
    lastSignedInAt: {
      heading: '最近登录',
      width: 20,
      value: of => of.lastSignedInAt && minute(of.lastSignedInAt),
      empty: '从未',
      sort: sql`coalesce(${account.lastSignedInAt}, '-infinity')`,
      nowrap: true,
    },
    phone: { heading: '手机号', value: of => of.phone, empty: '未登记', nowrap: true, exported: false },
  },
  listed: ['displayName', 'userName', 'roleNames', 'phone', 'hasSecondFactor', 'statusName', 'lastSignedInAt'],
})

export const colleaguesHandlers = {
  'GET /staff/colleague/list': (ctx, asked) => colleagueRegister.list(ctx, asked),
  'GET /staff/colleague/export': (ctx, asked) =>
    exportRegister(ctx, colleagueRegister, asked, { action: 'colleague.export', objectType: 'account' }),
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
