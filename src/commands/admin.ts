import { and, asc, eq } from 'drizzle-orm'
import fastify from 'fastify'
import { anonymous, type Ctx, type Services } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { makeEntryLink } from '#modules/accounts/colleagues/server/entryLinks.ts'
import { notifyFactorChange } from '#modules/accounts/colleagues/server/totp.ts'
import { readRoles, roleNamesOf } from '#modules/accounts/roles/server/roles.ts'
import { endAllSessions } from '#modules/accounts/server/sessions.ts'
import { account, recoveryCode } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { userNameFault } from '../modules/accounts/server/userNames.ts'
import { type Command, JSON_OPTION, withServices } from './command.ts'

const USER = { user: { type: 'string', summary: '用户名' } } as const

/** Makes an administrator; the password chooses who opens the link that is printed. */
export const adminCreate: Command = {
  summary: '开通一个管理员账号，打印设置密码的一次性链接',
  options: { ...USER, name: { type: 'string', summary: '姓名' }, ...JSON_OPTION },
  run: given =>
    withServices(async services => {
      const [userName, displayName] = [String(given.user ?? ''), String(given.name ?? given.user ?? '')]
      const fault = userNameFault(userName)
      if (fault) throw new Error(`--user ${fault}。`)
      const link = await inTransaction(services, async tx => {
        const values = { kind: 'staff' as const, userName, displayName, roles: ['admin'], passwordHash: 'none' }
        const [made] = await tx.db.insert(account).values(values).onConflictDoNothing().returning()
        if (!made) throw new Error(`用户名 ${userName} 已有账号。`)
        return linkFor(tx, made, 'invitation')
      })
      tell(given, { userName, link }, `管理员 ${userName} 已开通，请在 72 小时内打开链接设置密码：\n${link}`)
      return 0
    }),
}

export const adminReset: Command = {
  summary: '重设工作人员的密码与两步验证，打印一次性链接',
  options: { ...USER, ...JSON_OPTION },
  run: given =>
    withServices(async services => {
      const userName = String(given.user ?? '')
      const link = await inTransaction(services, async tx => {
        const [own] = await tx.db
          .update(account)
          .set({ passwordHash: 'none', totpSealed: null, totpNextSealed: null, totpSince: null, status: 'active' })
          .where(and(eq(account.userName, userName), eq(account.kind, 'staff')))
          .returning()
        if (!own) throw new Error(`没有用户名为 ${userName} 的工作人员，可用 hangxie admin list 查看。`)
        const ctx: Ctx = {
          ...services,
          db: tx.db,
          now: new Date(),
          actor: anonymous,
          address: '',
          log: fastify().log,
          headers: {},
        }
        await endAllSessions(ctx, own.id, 'association')
        await tx.db.delete(recoveryCode).where(eq(recoveryCode.accountId, own.id))
        // Words and sending of what happens to accounts.
        await import('#modules/messages/server/accountTexts.part.ts')
        await notifyFactorChange(ctx, own, '解除')
        return linkFor(tx, own, 'reset')
      })
      tell(given, { userName, link }, `请 ${userName} 本人在 24 小时内打开链接设置新密码：\n${link}`)
      return 0
    }),
}

export const adminList: Command = {
  summary: '列出工作人员账号及其角色',
  options: JSON_OPTION,
  run: given =>
    withServices(async ({ db }) => {
      const rows = await db.select().from(account).where(eq(account.kind, 'staff')).orderBy(asc(account.id))
      const staff = rows.map(({ userName, displayName, status, roles }) => ({ userName, displayName, status, roles }))
      const named = await readRoles({ db })
      const lines = staff.map(
        one => `${one.userName.padEnd(20)}${one.status.padEnd(10)}${roleNamesOf(one.roles, named).join('、')}`,
      )
      tell(given, staff, lines.join('\n') || '还没有工作人员，可用 hangxie admin create 开通第一位管理员。')
      return 0
    }),
}

async function linkFor(services: Services, own: { id: number; userName: string }, purpose: 'invitation' | 'reset') {
  const ctx = { ...services, now: new Date() }
  const about = { objectType: 'account', objectId: own.id, objectName: own.userName }
  const action = purpose === 'reset' ? 'colleague.reset' : 'colleague.invite'
  await record({ ...ctx, actor: anonymous, address: '' }, { action, ...about, detail: { by: 'hangxie' } })
  return makeEntryLink(ctx, { purpose, accountId: own.id })
}

const tell = (given: { json?: unknown }, data: unknown, words: string) =>
  console.log(given.json ? JSON.stringify(data) : words)
