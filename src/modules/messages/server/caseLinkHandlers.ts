import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Download } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict, invalid, isRefusal, notFound } from '#lib/error.ts'
import { readPasscode } from '#lib/passcode.ts'
import { calls } from '#lib/server/api/apiCalls.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { proveSecondFactor } from '#modules/accounts/colleagues/server/secondFactorTries.ts'
import { rightsOf } from '#modules/accounts/roles/server/staffRights.ts'
import { type Account, hashToken } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { caseLinkContract } from '../caseLinkContract.ts'
import { reachOfCall } from './callReach.ts'
import { type ActWords, type CasePage, findCaseLink, linkedCase } from './caseLinks.ts'
import { countReach } from './reach.ts'
import { caseLink } from './tables.ts'

type Link = typeof caseLink.$inferSelect
/** A link whose owner has shown the second factor: `ctx` is theirs. */
type OpenCase = { ctx: Ctx; link: Link; own: Account; page: CasePage }

const SESSION_MS = 15 * 60_000
/** Wrong codes after which a link is worthless. */
const MAX_WRONG_CODES = 5

const OVER = '链接无效、已过期，或您的账号、密码、两步验证此后有变化。请登录工作后台办理'

export const caseLinkHandlers: Handlers<typeof caseLinkContract> = {
  'POST /caseLink/check': async (ctx, { token }) => {
    await findLink(ctx, token)
    return {}
  },
  'POST /caseLink/enter': async (ctx, { token, code }) => {
    const { link, own } = await findLink(ctx, token)
    await proveCode(ctx, link, own, code)
    return inTransaction(ctx, async tx => {
      await refuseMovedOn(tx, link)
      const ticket = randomBytes(32).toString('base64url')
      const sessionUntil = new Date(ctx.now.getTime() + SESSION_MS)
      await tx.db
        .update(caseLink)
        .set({ sessionHash: hashToken(ticket), sessionUntil })
        .where(eq(caseLink.id, link.id))
      await record(await asOwner(tx, own), { action: 'caseLink.read', ...about(link) })
      return { ticket, until: iso(sessionUntil) }
    })
  },
  'GET /caseLink/case': async ctx => {
    const { link, own, page } = await openCase(ctx)
    const { contract } = calls()
    return {
      ...page,
      name: own.displayName,
      until: iso(link.sessionUntil!),
      acts: page.acts.map(({ callFor, done: _, ...act }) => ({
        ...act,
        asksReach: contract[callFor(NO_WORDS).key]?.sends === true,
      })),
    }
  },
  'GET /caseLink/file': async (ctx, { id, download }) => {
    const { ctx: owner, page } = await openCase(ctx)
    if (!page.files.some(file => file.id === id)) throw notFound('这一项工作没有这个文件')
    return (await calls().call(owner, 'GET /file/{id}' as never, { id, download } as never)) as Download
  },
  'POST /caseLink/reach': async (ctx, { act, ...words }) => {
    const opened = await openCase(ctx)
    const { key, input } = findAct(opened, act).callFor(words)
    const { reached } = await reachOfCall(opened.ctx, key, [input])
    return countReach(opened.ctx, reached)
  },
  /** Once: the row is locked, and the link is used up with the act that it was for. */
  'POST /caseLink/act': (ctx, { act, seen, ...words }) =>
    inTransaction(ctx, async tx => {
      const opened = await openCase(tx, { forUpdate: true })
      if (seen !== opened.page.seen) throw conflict('内容刚有变化，请核对后再办理；您填写的内容仍保留在这里')
      const chosen = findAct(opened, act)
      if (chosen.reason === 'required' && !words.reason) throw invalid('请填写理由', { reason: '请填写理由' })
      const { key, input } = chosen.callFor(words)
      await calls().call(opened.ctx, key as never, input as never)
      await tx.db
        .update(caseLink)
        .set({ usedAt: ctx.now, sessionHash: null, sessionUntil: null })
        .where(eq(caseLink.id, opened.link.id))
      return { done: chosen.done }
    }),
}

const NO_WORDS: ActWords = { reason: '', exceptionReason: '' }
const about = ({ objectType, objectId }: Link) => ({ objectType, objectId })

function findAct({ page }: OpenCase, code: string) {
  const found = page.acts.find(act => act.code === code)
  if (!found) throw conflict(page.hindrance || '这一步现在不能办理，请刷新后核对')
  return found
}

/** The link with its owner; nothing of the case is read before the second factor. */
async function findLink(ctx: Ctx, token: string): Promise<{ link: Link; own: Account }> {
  const link = await findCaseLink(ctx, readPasscode(token))
  if (!link) throw notFound(OVER)
  if (link.usedAt) throw notFound(`这个链接已于 ${minute(iso(link.usedAt))} 用过，每个链接只能办理一次`)
  if (link.wrongCodes >= MAX_WRONG_CODES) throw notFound('动态验证码多次不正确，这个链接已作废。请登录工作后台办理')
  if (link.expiresAt <= ctx.now) throw notFound(`这个链接已于 ${minute(iso(link.expiresAt))} 过期。请登录工作后台办理`)
  return { link, own: await ownerOf(ctx, link) }
}

/** Refused where the account was closed, or its credentials changed, since the link was sent. */
async function ownerOf(ctx: Ctx, { accountId, createdAt }: Link): Promise<Account> {
  if ((await readGroup(ctx, 'caseLinks')).use !== 'on') throw notFound('本会已停用消息中的办理链接。请登录工作后台办理')
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId))
  const isSame = own?.totpSince && own.totpSince <= createdAt && own.passwordChangedAt <= createdAt
  if (own?.kind !== 'staff' || own.status !== 'active' || !isSame) throw notFound(OVER)
  return own
}

/** Counts what is wrong at the link as well, and keeps that whatever else is not. */
async function proveCode(ctx: Ctx, link: Link, own: Account, code: string): Promise<void> {
  try {
    await proveSecondFactor(ctx, own, code, 'security.linkFactorFailed')
  } catch (error) {
    if (isRefusal(error) && error.code === 400)
      await ctx.db
        .update(caseLink)
        .set({ wrongCodes: sql`${caseLink.wrongCodes} + 1` })
        .where(eq(caseLink.id, link.id))
    throw error
  }
}

/** Refuses, to its owner, what somebody has done meanwhile. */
async function refuseMovedOn(ctx: Ctx, { objectType, objectId, stage }: Link): Promise<void> {
  const linked = linkedCase(objectType)
  const now = await linked?.stageOf(ctx, objectId)
  if (now === stage) return
  const last = now === undefined ? undefined : await linked!.lastStep(ctx, objectId)
  throw conflict(
    last ? `已由 ${last.by} 于 ${minute(iso(last.at))} 办理，链接随之失效` : '这项工作已经办结或撤回，链接随之失效',
  )
}

/** The context of the link's owner. The second factor, which opened it for a quarter of an hour, stands for the password. */
async function asOwner(ctx: Ctx, own: Account): Promise<Ctx> {
  const rights = await rightsOf(ctx, own)
  const { id: accountId, userName } = own
  const actor = {
    kind: 'staff' as const,
    accountId,
    userName,
    tokenHash: '',
    confirmedAt: ctx.now,
    byLink: true as const,
  }
  return { ...ctx, actor: { ...actor, ...rights } }
}

/** Finds what the ticket opens, with the owner's rights of this moment. */
async function openCase(ctx: Ctx, { forUpdate = false } = {}): Promise<OpenCase> {
  const { ticket } = ctx.headers
  const query = ctx.db
    .select()
    .from(caseLink)
    .where(and(eq(caseLink.sessionHash, hashToken(ticket ?? '')), gt(caseLink.sessionUntil, ctx.now)))
  const [link] = ticket ? await (forUpdate ? query.for('update') : query) : []
  if (!link) throw notFound('打开已超过 15 分钟，或已在别处重新打开。请重新输入动态验证码')
  const own = await ownerOf(ctx, link)
  await refuseMovedOn(ctx, link)
  const owner = await asOwner(ctx, own)
  return { ctx: owner, link, own, page: await linkedCase(link.objectType)!.read(owner, link.objectId) }
}
