import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Duty, dutyNames } from '#lib/access/duties.ts'
import { iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { maskMobile } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, loginOf, nameOfActor, type SignedInActor, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { notifyAccount } from '#modules/accounts/server/accountNotifications.ts'
import { isOnRecord, isTheCompany } from '#modules/accounts/server/companyRecords.ts'
import { type Account, endAllSessions } from '#modules/accounts/server/sessions.ts'
import { account, clerk, session } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { clerkStates, type clerksContract } from '../contract.ts'

const DAY = 86_400_000
const INVITATION_LIFE_MS = 7 * DAY
/** Maximum clerks of one company, pending invitations included. */
const MAX_CLERKS = 50

type Clerk = typeof clerk.$inferSelect
type Endpoints = typeof clerksContract

/** Limits invitations, because each one costs the association an SMS. */
const spendInvitation = sharedRateLimit('clerk/invite', { max: 20, per: DAY, by: 'account' })

export const clerkDeskHandlers = {
  'GET /member/clerk/list': async ctx => {
    const actor = signedForCompany(ctx)
    const company = await companyOf(ctx, actor)
    const rows = await ctx.db
      .select({ clerk, phoneSealed: account.phoneSealed, seenAt: lastSeen })
      .from(clerk)
      .leftJoin(account, eq(account.id, clerk.accountId))
      .where(and(eq(clerk.companyId, company.id), isNull(clerk.endedAt)))
      .orderBy(clerk.id)
    return {
      company: { id: company.id, name: company.displayName },
      ownLogin: company.ownerId === null ? { userName: company.userName, isSelf: !actor.clerk } : null,
      mayManage: isOwner(actor),
      clerks: rows.map(row => toClerk(ctx, row, { company, login: loginOf(actor) })),
    }
  },
  'POST /member/clerk/invite': async (ctx, { name, phone: typed, duties }) => {
    const actor = signedForCompany(ctx)
    const phone = plainMobile(typed)
    if (!isMobile(phone)) throw invalid('有 1 处需要更正', { phone: '手机号应为 11 位数字，以 1 开头' })
    const phoneHash = ctx.encryption.hash(phone)
    const company = await companyOf(ctx, actor)
    await refuseUnproved(ctx, company)
    if (company.phoneHash === phoneHash)
      throw invalid('有 1 处需要更正', { phone: '这是本单位账号自己的手机号，请填写同事本人的' })
    await spendInvitation(ctx)
    return inTransaction(ctx, async tx => {
      await lockClerks(tx, company.id)
      await endExpiredInvitations(tx, company.id)
      await refuseKnown(tx, company.id, phoneHash)
      const [made] = await tx.db
        .insert(clerk)
        .values({
          companyId: company.id,
          name,
          phoneHash,
          phoneSealed: ctx.encryption.encrypt(phone),
          duties: normaliseDuties(duties),
          invitedName: nameOfActor(actor),
          invitedAt: ctx.now,
          expiresAt: new Date(ctx.now.getTime() + INVITATION_LIFE_MS),
        })
        .returning({ id: clerk.id })
      await notifyAccount(tx, {
        text: 'security.clerkInvited',
        values: { 单位: company.displayName },
        phones: [phone],
      })
      await note(tx, 'invite', company, { name, duties })
      return made!
    })
  },
  'POST /member/clerk/change': (ctx, { id, version, name, duties }) =>
    changeClerk(ctx, id, async (tx, company, found) => {
      if (found.version !== version) throw conflict('这位经办人刚被改动过，请刷新后再改')
      const changes = { name, duties: normaliseDuties(duties), version: version + 1 }
      await tx.db.update(clerk).set(changes).where(eq(clerk.id, id))
      await note(tx, 'change', company, { name, duties })
      return { version: version + 1 }
    }),
  'POST /member/clerk/end': (ctx, { id }) =>
    changeClerk(ctx, id, async (tx, company, found) => {
      if (found.accountId !== null && found.accountId === company.ownerId)
        throw conflict('负责人不能直接移除，请先把本单位账号移交给另一位经办人')
      await endClerk(tx, found, 'withdrawn')
      await note(tx, 'end', company, found)
      if (found.accountId !== null) await notifyClerkEnded(tx, company, found.accountId)
      return {}
    }),
  'POST /member/clerk/handOver': (ctx, { id }) =>
    changeClerk(ctx, id, async (tx, company, found) => {
      const [owner] = await tx.db
        .select()
        .from(account)
        .where(eq(account.id, found.accountId ?? 0))
      if (owner?.status !== 'active') throw conflict('对方接受邀请之后才能移交')
      if (owner.id === company.ownerId) throw conflict('本单位账号已由这位经办人负责')
      // The association reaches the company by whoever answers for it; the phone itself stays with its own account.
      const handed = { ownerId: owner.id, phoneSealed: owner.phoneSealed, phoneHash: null }
      await tx.db.update(account).set(handed).where(eq(account.id, company.id))
      await tx.db
        .update(clerk)
        .set({ duties: ['all'], version: found.version + 1 })
        .where(eq(clerk.id, id))
      await endAllSessions(tx, company.id, 'password')
      await note(tx, 'handOver', company, found)
      const values = { 单位: company.displayName, 姓名: found.name }
      const phones = [company.phoneSealed, owner.phoneSealed].flatMap(of => (of ? [ctx.encryption.decrypt(of)] : []))
      await notifyAccount(tx, { text: 'security.clerkHandedOver', values, own: company, phones })
      return {}
    }),
} satisfies Partial<Handlers<Endpoints>>

/**
 * Returns the actor if it is a company, signed in by itself or represented by a clerk. Throws for a person's account,
 * which has no clerks.
 */
export function signedForCompany(ctx: Ctx): SignedInActor {
  const actor = signedInActor(ctx)
  if (actor.kind !== 'organisation') throw invalid('个人账号没有经办人，请用单位账号')
  return actor
}

/** An invitation goes out in the company's name: that is for who has proved to speak for it. */
async function refuseUnproved(ctx: Ctx, company: Account): Promise<void> {
  const code = company.claimedCode ?? company.creditCode
  if (isTheCompany(company) || !code || !(await isOnRecord(ctx, code))) return
  throw conflict(
    `“${company.displayName}”在协会有登记，本账号还没有核实是该单位的，不能以它的名义邀请经办人；请先到“会员身份”页认领（/admin/user/membership?claim=1）`,
  )
}

const isOwner = ({ clerk: of }: SignedInActor) => !of || of.isOwner

export async function companyOf({ db }: Pick<Ctx, 'db'>, { accountId }: { accountId: number }): Promise<Account> {
  const [found] = await db.select().from(account).where(eq(account.id, accountId))
  return found!
}

/** Locks the company's account row, so that changes of its clerks run one at a time. */
const lockClerks = ({ db }: Pick<Ctx, 'db'>, companyId: number) =>
  db.select({ id: account.id }).from(account).where(eq(account.id, companyId)).for('no key update')

const changeClerk = <Result>(
  ctx: Ctx,
  id: number,
  change: (tx: Ctx, company: Account, found: Clerk) => Promise<Result>,
): Promise<Result> =>
  inTransaction(ctx, async tx => {
    const { accountId } = signedForCompany(ctx)
    await lockClerks(tx, accountId)
    const company = await companyOf(tx, { accountId })
    const [found] = await tx.db
      .select()
      .from(clerk)
      .where(and(eq(clerk.id, id), eq(clerk.companyId, accountId), isNull(clerk.endedAt)))
    if (!found) throw notFound('没有这位经办人，或已经移除')
    return change(tx, company, found)
  })

/** The phone goes with the invitation; who accepted it stays by name in the log. */
export const endClerk = ({ db, now }: Pick<Ctx, 'db' | 'now'>, { id }: Clerk, endedBy: Clerk['endedBy']) =>
  db.update(clerk).set({ endedAt: now, endedBy, phoneSealed: null, phoneHash: null }).where(eq(clerk.id, id))

/** Ends expired invitations, so that the same phone can be invited again. */
const endExpiredInvitations = ({ db, now }: Pick<Ctx, 'db' | 'now'>, companyId: number) =>
  db
    .update(clerk)
    .set({ endedAt: now, endedBy: 'withdrawn', phoneSealed: null, phoneHash: null })
    .where(
      and(
        eq(clerk.companyId, companyId),
        isNull(clerk.acceptedAt),
        isNull(clerk.endedAt),
        sql`${clerk.expiresAt} <= ${now}`,
      ),
    )

async function refuseKnown({ db }: Ctx, companyId: number, phoneHash: string): Promise<void> {
  const open = await db
    .select({ phoneHash: clerk.phoneHash, accountPhone: account.phoneHash, isAccepted: isNotNull(clerk.acceptedAt) })
    .from(clerk)
    .leftJoin(account, eq(account.id, clerk.accountId))
    .where(and(eq(clerk.companyId, companyId), isNull(clerk.endedAt)))
  if (open.length >= MAX_CLERKS) throw conflict(`一个单位最多有 ${MAX_CLERKS} 位经办人（含已发出的邀请）`)
  const known = open.find(of => of.phoneHash === phoneHash || of.accountPhone === phoneHash)
  if (known)
    throw invalid('有 1 处需要更正', {
      phone: known.isAccepted ? '这个手机号的同事已是本单位的经办人' : '已邀请过这个手机号，正等待对方接受',
    })
}

async function notifyClerkEnded(ctx: Ctx, company: Account, accountId: number): Promise<void> {
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId))
  await notifyAccount(ctx, { text: 'security.clerkEnded', values: { 单位: company.displayName }, own: own! })
}

/** Normalises duties: "all" includes every other duty, and "reading" is implied by any. */
const normaliseDuties = (duties: readonly Duty[]): Duty[] => {
  if (duties.includes('all')) return ['all']
  const others = [...new Set(duties)].filter(duty => duty !== 'reading')
  return others.length > 0 ? others : ['reading']
}

export const namesOf = (duties: readonly Duty[]) => duties.map(duty => dutyNames[duty])

const note = (ctx: Ctx, act: string, company: Account, { name, duties }: Pick<Clerk, 'name' | 'duties'>) =>
  record(ctx, {
    action: `clerk.${act}`,
    objectType: 'account',
    objectId: company.id,
    objectName: company.displayName,
    detail: { 经办人: name, 事项: namesOf(duties).join('、') },
  })

const lastSeen = sql<Date | null>`(
  select max(${session.seenAt}) from ${session}
  where ${session.accountId} = ${clerk.accountId} and ${session.companyId} = ${clerk.companyId})`.mapWith(
  session.seenAt,
)

type Row = { clerk: Clerk; phoneSealed: string | null; seenAt: Date | null }

function toClerk(ctx: Ctx, { clerk: of, phoneSealed, seenAt }: Row, who: { company: Account; login: number }) {
  const phone = phoneSealed ?? of.phoneSealed
  const state = of.acceptedAt ? 'active' : of.expiresAt > ctx.now ? 'invited' : 'expired'
  return {
    id: of.id,
    version: of.version,
    name: of.name,
    phone: phone ? maskMobile(ctx.encryption.decrypt(phone)) : '',
    duties: of.duties,
    dutyNames: namesOf(of.duties),
    state,
    stateName: clerkStates[state],
    isOwner: of.accountId !== null && of.accountId === who.company.ownerId,
    isSelf: of.accountId === who.login,
    since: iso(of.acceptedAt ?? of.invitedAt),
    lastSeenAt: seenAt && iso(seenAt),
  } as const
}
