import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { type Ctx, signed } from '#lib/server/context.ts'
import { hashPassword } from '#modules/accounts/server/passwords.ts'
import { keepPhone } from '#modules/accounts/server/phones.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { notify } from '#modules/messages/server/notify.ts'
import type { membersContract } from '../contract.ts'
import { handoverStateNames } from '../handover.ts'
import { type Contact, contactsOf, keepContacts, mobileOf } from './contacts.ts'
import { type Handover, handoverNumber, statusOf } from './handoverRequests.ts'
import { tellNewContact, tellOrganisation, tellSecond } from './handoverTexts.ts'
import { lockOrganisation } from './organisations.ts'
import { handover } from './tables.ts'

type Endpoints = typeof membersContract
type Account = typeof account.$inferSelect

const DAY = 86_400_000
/** In ms: how long the second representative has to confirm. */
const CODE_LIFE = 3 * DAY
export const TRIES = 5

/** The row, locked: of two members of staff the second sees what the first did. */
async function lockHandover({ db }: Ctx, id: number): Promise<Handover> {
  const [found] = await db.select().from(handover).where(eq(handover.id, id)).for('update')
  if (!found || found.state === 'begun') throw notFound('没有这份联系人变更')
  return found
}

const tooLate = ({ state, actorName, updatedAt }: Handover) =>
  conflict(
    `${actorName ? `已由 ${actorName} 于 ${minute(iso(updatedAt))} 处理` : '当前状态不能这样处理'}：${handoverStateNames[state]}，请刷新后查看`,
  )

/** Of the organisation with this credit code, the account that signs in for it. */
export async function accountFor({ db }: Pick<Ctx, 'db'>, { creditCode }: Handover): Promise<Account | undefined> {
  const [found] = await db
    .select()
    .from(account)
    .where(and(eq(account.creditCode, creditCode), eq(account.kind, 'organisation')))
    .for('update')
  return found
}

/** Somebody of the organisation other than the one who left and the one who comes, if it can be called. */
export async function secondContact(ctx: Ctx, of: Handover, own: Account): Promise<Contact | undefined> {
  if (!own.organisationId) return
  const dead = own.phoneHash
  const fresh = ctx.sealer.hash(ctx.sealer.open(of.phoneSealed))
  const contacts = await contactsOf(ctx, own.organisationId)
  const others = contacts.filter(({ mobileHash }) => mobileHash && mobileHash !== dead && mobileHash !== fresh)
  return others.find(({ role }) => role === 'representative') ?? others[0]
}

/** The letter looks right: nobody uses the account until it is clear whose it is. Again: a new code for the second. */
export async function freeze(
  ctx: Ctx,
  { id }: Parsed<Endpoints['POST /staff/handover/freeze']>,
): Promise<Output<Endpoints['POST /staff/handover/freeze']>> {
  return ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const of = await lockHandover(tx, id)
    if (of.state !== 'submitted' && !isCodeSpent(ctx, of)) throw tooLate(of)
    const own = await accountFor(tx, of)
    if (!own) throw conflict('该统一社会信用代码没有账号，无需变更：请告知对方直接注册')
    if (own.status !== (of.state === 'frozen' ? 'frozen' : 'active'))
      throw conflict('该账号现在不能冻结：已在另一份变更中冻结，或已停用')
    await db.update(account).set({ status: 'frozen' }).where(eq(account.id, own.id))
    await endSessions(tx, own.id)
    const second = await secondContact(tx, of, own)
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const confirmation = {
      codeHash: second ? hashCode(ctx, id, code) : null,
      codeExpiresAt: second ? new Date(ctx.now.getTime() + CODE_LIFE) : null,
      ...{ tries: 0, secondContactId: second?.id ?? null },
    }
    if (of.state === 'submitted')
      await tellOrganisation(
        tx,
        own,
        `账号 ${own.userName} 因联系人变更申请（${handoverNumber(of)}）已暂时冻结。如非贵单位提出，请立即与协会联系。`,
      )
    if (second) await tellSecond(tx, of, mobileOf(ctx, second)!, code)
    return settle(tx, of, { ...confirmation, state: 'frozen', accountId: own.id })
  })
}

const isCodeSpent = ({ now }: Ctx, { state, confirmedAt, tries, codeExpiresAt }: Handover) =>
  state === 'frozen' && !confirmedAt && codeExpiresAt !== null && (tries >= TRIES || codeExpiresAt <= now)

export const hashCode = ({ sealer }: Ctx, id: number, code: string) => sealer.hash(`handover ${id} ${code}`)

const endSessions = ({ db, now }: Ctx, accountId: number) =>
  db
    .update(session)
    .set({ endedAt: now, endedBy: 'association' })
    .where(and(eq(session.accountId, accountId), isNull(session.endedAt)))

export async function decideHandover(
  ctx: Ctx,
  { id, action, reason }: Parsed<Endpoints['POST /staff/handover/decide']>,
): Promise<Output<Endpoints['POST /staff/handover/decide']>> {
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

async function settle(ctx: Ctx, of: Handover, changes: Partial<Handover>) {
  const { userName: actorName } = signed(ctx)
  const [settled] = await ctx.db
    .update(handover)
    .set({ ...changes, actorName, updatedAt: ctx.now })
    .where(eq(handover.id, of.id))
    .returning()
  const detail = { number: handoverNumber(of), from: of.state, to: settled!.state, reason: settled!.reason }
  await record(ctx, { action: `handover.${settled!.state}`, objectType: 'handover', objectId: of.id, detail })
  return statusOf(settled!)
}
