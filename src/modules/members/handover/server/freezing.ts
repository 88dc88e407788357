import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { type Contact, contactsOf, mobileOf } from '#modules/members/server/contacts.ts'
import { handover } from '#modules/members/server/tables.ts'
import { handoverStateNames } from '../../handoverStates.ts'
import type { staffHandoverContract } from '../contract.ts'
import { type Handover, handoverNumber } from './handoverNumber.ts'
import { statusOf } from './handoverRequests.ts'
import { handoverFrozen, notifyOrganisation, sendConfirmationCode } from './handoverTexts.ts'

type Account = typeof account.$inferSelect

const DAY = 86_400_000
/** Period in ms in which the second representative can confirm. */
const CODE_LIFE_MS = 3 * DAY
export const MAX_TRIES = 5

/** The row, locked: of two members of staff the second sees what the first did. */
export async function lockHandover({ db }: Ctx, id: number): Promise<Handover> {
  const [found] = await db.select().from(handover).where(eq(handover.id, id)).for('update')
  if (!found || found.state === 'begun') throw notFound('没有这份联系人变更')
  return found
}

export const tooLate = ({ state, actorName, updatedAt }: Handover) =>
  conflict(
    `${actorName ? `已由 ${actorName} 于 ${minute(iso(updatedAt))} 处理` : '当前状态不能这样处理'}：${handoverStateNames[state]}，请刷新后查看`,
  )

/** Locks and returns the login account of the organisation with this credit code. */
async function accountFor({ db }: Pick<Ctx, 'db'>, { creditCode }: Handover): Promise<Account | undefined> {
  const [found] = await db
    .select()
    .from(account)
    .where(and(eq(account.creditCode, creditCode), eq(account.kind, 'organisation')))
    .for('update')
  return found
}

/** Returns a contact with a mobile other than the old and the new one, preferably the representative. */
export async function secondContact(ctx: Ctx, of: Handover, own: Account): Promise<Contact | undefined> {
  if (!own.organisationId) return
  const dead = own.phoneHash
  const fresh = ctx.encryption.hash(ctx.encryption.decrypt(of.phoneSealed))
  const contacts = await contactsOf(ctx, own.organisationId)
  const others = contacts.filter(({ mobileHash }) => mobileHash && mobileHash !== dead && mobileHash !== fresh)
  return others.find(({ role }) => role === 'representative') ?? others[0]
}

export const freezingHandlers = {
  /** The letter looks right: nobody uses the account until it is clear whose it is. Again: a new code for the second. */
  'POST /staff/handover/freeze': async (ctx, { id }) => {
    return inTransaction(ctx, async tx => {
      const of = await lockHandover(tx, id)
      if (of.state !== 'submitted' && !isCodeSpent(ctx, of)) throw tooLate(of)
      const own = await accountFor(tx, of)
      if (!own) throw conflict('该统一社会信用代码没有账号，无需变更：请告知对方直接注册')
      if (own.status !== (of.state === 'frozen' ? 'frozen' : 'active'))
        throw conflict('该账号现在不能冻结：已在另一份变更中冻结，或已停用')
      await tx.db.update(account).set({ status: 'frozen' }).where(eq(account.id, own.id))
      await endSessions(tx, own.id)
      const second = await secondContact(tx, of, own)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const confirmation = {
        codeHash: second ? hashCode(ctx, id, code) : null,
        codeExpiresAt: second ? new Date(ctx.now.getTime() + CODE_LIFE_MS) : null,
        tries: 0,
        secondContactId: second?.id ?? null,
      }
      if (of.state === 'submitted') await notifyOrganisation(tx, own, of, handoverFrozen)
      if (second) await sendConfirmationCode(tx, of, mobileOf(ctx, second)!, code)
      return finishStep(tx, of, { ...confirmation, state: 'frozen', accountId: own.id })
    })
  },
} satisfies Partial<Handlers<typeof staffHandoverContract>>

export const isCodeSpent = ({ now }: Ctx, { state, confirmedAt, tries, codeExpiresAt }: Handover) =>
  state === 'frozen' && !confirmedAt && codeExpiresAt !== null && (tries >= MAX_TRIES || codeExpiresAt <= now)

export const hashCode = ({ encryption }: Ctx, id: number, code: string) => encryption.hash(`handover ${id} ${code}`)

/** Ends all sessions; their next call reports that the association ended them. */
export const endSessions = ({ db, now }: Ctx, accountId: number) =>
  db
    .update(session)
    .set({ endedAt: now, endedBy: 'association' })
    .where(and(eq(session.accountId, accountId), isNull(session.endedAt)))

/** The step is done: who did it, and a line in the log. */
export async function finishStep(ctx: Ctx, of: Handover, changes: Partial<Handover>) {
  const actorName = await ownName(ctx)
  const [settled] = await ctx.db
    .update(handover)
    .set({ ...changes, actorName, updatedAt: ctx.now })
    .where(eq(handover.id, of.id))
    .returning()
  const detail = { number: handoverNumber(of), from: of.state, to: settled!.state, reason: settled!.reason }
  await record(ctx, { action: `handover.${settled!.state}`, objectType: 'handover', objectId: of.id, detail })
  return statusOf(settled!)
}
