import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/context.ts'
import { hashPassword } from '#modules/accounts/server/passwords.ts'
import { keepPhone } from '#modules/accounts/server/phones.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { notify } from '#modules/messages/server/notify.ts'
import type { staffHandoverContract } from '../handoverContract.ts'
import { keepContacts } from './contacts.ts'
import { endSessions, lockHandover, settle, tooLate } from './freezing.ts'
import { type Handover, handoverNumber } from './handoverRequests.ts'
import { tellNewContact, tellOrganisation } from './handoverTexts.ts'
import { lockOrganisation } from './organisations.ts'

type Deciding = (typeof staffHandoverContract)['POST /staff/handover/decide']

export async function decideHandover(ctx: Ctx, { id, action, reason }: Parsed<Deciding>): Promise<Output<Deciding>> {
  return ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const of = await lockHandover(tx, id)
    if (action === 'approve' ? of.state !== 'frozen' : !['submitted', 'frozen'].includes(of.state)) throw tooLate(of)
    if (action === 'reject' && !reason) throw invalid('不予变更须说明理由', { reason: '请填写理由，对方会看到' })
    if (action === 'approve') await approve(tx, of, reason)
    else await reject(tx, of, reason)
    return settle(tx, of, { state: action === 'approve' ? 'approved' : 'rejected', reason })
  })
}

async function approve(ctx: Ctx, of: Handover, reason: string) {
  if (of.secondContactId && !of.confirmedAt) throw conflict('单位的另一位联系人尚未确认，请等待，或重新发送确认码')
  if (!of.secondContactId && !reason)
    throw invalid('没有可确认的第二联系人', { reason: '请写明用什么方式核实过，例如回拨单位登记的座机' })
  const accountId = of.accountId!
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId)).for('update')
  const phone = ctx.sealer.open(of.phoneSealed)
  await tellOrganisation(ctx, own!, `账号 ${own!.userName} 的联系人已变更（${handoverNumber(of)}），登录手机号已更换。`)
  await keepPhone(ctx, accountId, phone)
  // Nobody knows it: the new contact sets one by a code to the new phone.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await ctx.db
    .update(account)
    .set({ status: 'active', passwordHash, passwordChangedAt: ctx.now })
    .where(eq(account.id, accountId))
  await endSessions(ctx, accountId)
  if (own!.organisationId) {
    const { contactName: liaisonName, position: liaisonPosition } = of
    const organisation = await lockOrganisation(ctx, own!.organisationId)
    await keepContacts(ctx, organisation, { liaisonName, liaisonPosition, liaisonMobile: phone, liaisonEmail: '' })
  }
  await tellNewContact(
    ctx,
    of,
    `已办结：账号 ${own!.userName} 已改用本手机号，请在登录页用“找回密码”设置新密码后登录。`,
  )
  await tellAccount(ctx, accountId, `联系人已变更为 ${of.contactName}。资料中的联系人一并更新，请核对。`)
}

async function reject(ctx: Ctx, of: Handover, reason: string) {
  if (of.state === 'frozen') {
    const [own] = await ctx.db
      .update(account)
      .set({ status: 'active' })
      .where(and(eq(account.id, of.accountId!), eq(account.status, 'frozen')))
      .returning()
    if (own) {
      await tellOrganisation(
        ctx,
        own,
        `账号 ${own.userName} 的联系人变更申请（${handoverNumber(of)}）未获同意，账号已恢复使用。`,
      )
      await tellAccount(ctx, own.id, '有人提出联系人变更，协会核对后不予同意，账号已恢复使用。')
    }
  }
  await tellNewContact(ctx, of, `不予变更：${reason}。如有疑问，请与协会联系。`)
}

const tellAccount = (ctx: Ctx, accountId: number, content: string) =>
  notify(ctx, { accountId, kind: 'system', title: '联系人变更', content, route: '/admin/user/security' })
