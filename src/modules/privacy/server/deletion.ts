import { and, asc, eq, ne } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { clearClerks } from '#modules/accounts/clerks/server/accountClosing.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { isPassword } from '#modules/accounts/server/passwords.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { discard } from '#modules/files/server/files.ts'
import { receiptTitle } from '#modules/ledger/server/tables.ts'
import { message, messageChoice, messageReading } from '#modules/messages/server/tables.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { advanceApplication, lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { isClosed, nameOfState } from '#modules/review/workflow.ts'
import { wechatBinding } from '#modules/wechat/server/tables.ts'
import type { privacyContract } from '../contract.ts'
import { clearEntries } from './awards.ts'
import { clearApplications, clearFiles, clearRegisters } from './clearing.ts'

/** A token that was left behind must not delete an account by guessing. */
const spend = sharedRateLimit('privacy/delete', { max: 5, per: 15 * 60_000, by: 'account' })

export const deletionHandlers = {
  /** Ends an account for good (个人信息保护法, article 47). What the registers say stays, as a record the law asks for. */
  'POST /member/privacy/delete': async (ctx, { password, reason }) => {
    await spend(ctx)
    const { accountId } = signedInActor(ctx)
    const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId))
    if (!(await isPassword(own!.passwordHash, password))) throw invalid('密码不正确', { password: '密码不正确' })
    const files = await inTransaction(ctx, async tx => clearAccount(tx, accountId, reason))
    // The rows are let go of by now: what fails here is left to the sweeper.
    for (const id of files)
      await discard(ctx, id).catch(err => ctx.log.warn({ err, file: id }, 'a file of a deleted account is still there'))
    return {}
  },
} satisfies Partial<Handlers<typeof privacyContract>>

async function clearAccount(ctx: Ctx, accountId: number, reason: string | undefined): Promise<number[]> {
  const { db } = ctx
  const [own] = await db.select().from(account).where(eq(account.id, accountId)).for('update')
  if (own!.status !== 'active') throw conflict('本账号已注销，或已不能操作')
  await closeDrafts(ctx, own!)
  await refuseOpen(ctx, own!)
  await clearClerks(ctx, own!.id)
  await clearEntries(ctx, own!)
  await clearApplications(ctx, own!)
  const files = await clearFiles(ctx, own!)
  await clearRegisters(ctx, own!)
  await db.delete(message).where(eq(message.accountId, own!.id))
  await db.delete(messageReading).where(eq(messageReading.accountId, own!.id))
  await db.delete(messageChoice).where(eq(messageChoice.accountId, own!.id))
  await db.delete(wechatBinding).where(eq(wechatBinding.accountId, own!.id))
  await db.delete(receiptTitle).where(eq(receiptTitle.accountId, own!.id))
  await db.delete(outbox).where(and(eq(outbox.accountId, own!.id), ne(outbox.state, 'queued')))
  await db.delete(session).where(eq(session.accountId, own!.id))
  const detail = { files: files.length, ...(reason && { reason }) }
  await record(ctx, { action: 'privacy.deleteAccount', objectType: 'account', objectId: own!.id, detail })
  const phones = own!.phoneSealed ? [ctx.encryption.decrypt(own!.phoneSealed)] : []
  await notifyAccount(ctx, { text: 'security.deleted', phones })
  await db
    .update(account)
    .set({
      status: 'deleted',
      userName: `deleted-${own!.id}`,
      displayName: '已注销',
      passwordHash: '-',
      phoneSealed: null,
      phoneHash: null,
      email: null,
      creditCode: null,
      claimedCode: null,
      organisationId: null,
      personId: null,
    })
    .where(eq(account.id, own!.id))
  return files
}

/** Withdraws drafts, which only their author has seen. */
async function closeDrafts(ctx: Ctx, { id, userName }: Account) {
  const drafts = await ctx.db
    .select({ id: application.id })
    .from(application)
    .where(and(eq(application.accountId, id), eq(application.state, 'draft')))
  for (const draft of drafts)
    await advanceApplication(ctx, await lockApplication(ctx, draft.id), {
      action: 'withdraw',
      by: 'applicant',
      actorName: userName,
    })
}

async function refuseOpen({ db }: Ctx, { id }: Account) {
  const rows = await db.select().from(application).where(eq(application.accountId, id)).orderBy(asc(application.id))
  const open = rows.filter(({ state }) => !isClosed(state))
  if (open.length === 0) return
  const names = open.map(of => `${kindOf(of).name}${of.number ? ` ${of.number}` : ''}（${nameOfState(of.state)}）`)
  throw conflict(`还有申请没有办结：${names.join('、')}。请先在“在办事项”中撤回，或等待办结后再注销账号`)
}
