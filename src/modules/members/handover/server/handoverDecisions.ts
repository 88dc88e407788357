import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { hashPassword } from '#modules/accounts/server/passwords.ts'
import { savePhone } from '#modules/accounts/server/phones.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { saveContacts } from '#modules/members/server/contacts.ts'
import { lockOrganisation } from '#modules/members/server/organisations.ts'
import type { staffHandoverContract } from '../contract.ts'
import { endSessions, finishStep, lockHandover, tooLate } from './freezing.ts'
import type { Handover } from './handoverNumber.ts'
import {
  accountHandedOver,
  accountKept,
  handoverDone,
  handoverRefused,
  newContactAccepted,
  newContactRejected,
  notifyHandoverAccount,
  notifyNewContact,
  notifyOrganisation,
} from './handoverTexts.ts'

export const handoverDecisionsHandlers = {
  'POST /staff/handover/decide': async (ctx, { id, action, reason }) => {
    return inTransaction(ctx, async tx => {
      const of = await lockHandover(tx, id)
      if (action === 'approve' ? of.state !== 'frozen' : !['submitted', 'frozen'].includes(of.state)) throw tooLate(of)
      if (action === 'reject' && !reason) throw invalid('不予变更须说明理由', { reason: '请填写理由，对方会看到' })
      if (action === 'approve') await approve(tx, of, reason)
      else await reject(tx, of, reason)
      return finishStep(tx, of, { state: action === 'approve' ? 'approved' : 'rejected', reason })
    })
  },
} satisfies Partial<Handlers<typeof staffHandoverContract>>

async function approve(ctx: Ctx, of: Handover, reason: string) {
  if (of.secondContactId && !of.confirmedAt) throw conflict('单位的另一位联系人尚未确认，请等待，或重新发送确认码')
  if (!of.secondContactId && !reason)
    throw invalid('没有可确认的第二联系人', { reason: '请写明用什么方式核实过，例如回拨单位登记的座机' })
  const accountId = of.accountId!
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId)).for('update')
  const phone = ctx.encryption.decrypt(of.phoneSealed)
  await notifyOrganisation(ctx, own!, of, handoverDone)
  await savePhone(ctx, accountId, phone)
  // Random, known to nobody: the new contact sets a password by a code to the new phone.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await ctx.db
    .update(account)
    .set({ status: 'active', ownerId: null, passwordHash, passwordChangedAt: ctx.now })
    .where(eq(account.id, accountId))
  await endSessions(ctx, accountId)
  if (own!.organisationId) {
    const { contactName: liaisonName, position: liaisonPosition } = of
    const organisation = await lockOrganisation(ctx, own!.organisationId)
    await saveContacts(ctx, organisation, { liaisonName, liaisonPosition, liaisonMobile: phone, liaisonEmail: '' })
  }
  await notifyNewContact(ctx, of, newContactAccepted, { 账号: own!.userName })
  await notifyHandoverAccount(ctx, accountId, accountHandedOver, { 新联系人: of.contactName })
}

async function reject(ctx: Ctx, of: Handover, reason: string) {
  if (of.state === 'frozen') {
    const [own] = await ctx.db
      .update(account)
      .set({ status: 'active' })
      .where(and(eq(account.id, of.accountId!), eq(account.status, 'frozen')))
      .returning()
    if (own) {
      await notifyOrganisation(ctx, own, of, handoverRefused)
      await notifyHandoverAccount(ctx, own.id, accountKept)
    }
  }
  await notifyNewContact(ctx, of, newContactRejected, { 理由: reason })
}
