import { randomBytes } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { passcodeOf } from '#lib/passcode.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import type { account } from '#modules/accounts/server/tables.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { caseLinkContract } from '../caseLinkContract.ts'
import type { NewMessage, NotifyContext } from './notify.ts'
import { caseLink } from './tables.ts'
import { defineTemplate, renderTemplate } from './templates.ts'

type Shown = Output<(typeof caseLinkContract)['GET /caseLink/case']>

/** The words of whoever acts. */
export type ActWords = { reason: string; exceptionReason: string }
/** An act with the call that does it, which checks the permission and the state as for everybody. */
export type CaseAct = Omit<Shown['acts'][number], 'asksReach'> & {
  callFor: (words: ActWords) => { key: string; input: Record<string, unknown> }
  /** What the colleague reads when it is done. */
  done: string
}
export type CasePage = Omit<Shown, 'name' | 'until' | 'acts'> & { acts: CaseAct[] }

/** A kind of record on which one colleague can decide from a message. */
export type LinkedCase = {
  /** Stage of the case: once it is another, links to the former one are over. Undefined: there is no such case any more. */
  stageOf: (ctx: Pick<Ctx, 'db' | 'now'>, id: number) => Promise<string | undefined>
  /** Who took the last step, and when. */
  lastStep: (ctx: Ctx, id: number) => Promise<{ by: string; at: Date } | undefined>
  /** What the colleague, who is the actor, may read and do; refused as the desk would. */
  read: (ctx: Ctx, id: number) => Promise<CasePage>
}

const cases = new Map<string, LinkedCase>()

/** The module of a record says how it is decided by a link. `objectType`: the name of its table. */
export function defineLinkedCase(objectType: string, linked: LinkedCase): void {
  if (cases.has(objectType)) throw new Error(`${objectType} is decided by links of two kinds`)
  cases.set(objectType, linked)
}
export const linkedCase = (objectType: string): LinkedCase | undefined => cases.get(objectType)

const HOUR_MS = 3_600_000
const PAGE = '/staff/link'

const invitation = defineTemplate({
  group: '工作人员',
  code: 'desk.caseLink',
  name: '用手机办理',
  smsOnly: true,
  needs: ['网址', '口令'],
  addresses: { 网址: PAGE },
  title: '有一项工作待您办理',
  content: '',
  sms: '有一项工作待您办理，请在 {小时} 小时内打开 {网址} ，输入口令 {口令} 和动态验证码办理。',
  placeholders: { 网址: `https://example.com${PAGE}`, 口令: '7K3M-9QXR-2HVD-PW4T', 小时: '24' },
})

type Colleague = Pick<
  typeof account.$inferSelect,
  'id' | 'kind' | 'displayName' | 'phoneSealed' | 'totpSince' | 'totpSealed'
>
type Wanted = Pick<NewMessage, 'awaitsAct' | 'objectType' | 'objectId'>

/** Whether a message to somebody carries a link: the association wants it, and they have a second factor to show. */
export async function takesCaseLink(ctx: NotifyContext, of: Colleague, { awaitsAct, objectType }: Wanted) {
  if (!awaitsAct || of.kind !== 'staff' || of.totpSince === null || of.totpSealed === null) return false
  return objectType !== undefined && cases.has(objectType) && (await readGroup(ctx, 'caseLinks')).use === 'on'
}

/** A link as a message carries it. */
export type MadeLink = { href: string; passcode: string; hours: number }

/** A link by which one colleague decides this case, at the stage that it is in now. Only its hash is kept. */
export async function makeCaseLink(
  ctx: NotifyContext,
  of: Pick<Colleague, 'id'>,
  { objectType, objectId }: Wanted,
): Promise<MadeLink | undefined> {
  const stage = await cases.get(objectType!)!.stageOf(ctx, objectId!)
  if (stage === undefined) return
  const { hours } = await readGroup(ctx, 'caseLinks')
  const passcode = passcodeOf(randomBytes(16))
  await ctx.db.insert(caseLink).values({
    accountId: of.id,
    tokenHash: hashToken(passcode),
    objectType: objectType!,
    objectId: objectId!,
    stage,
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + hours * HOUR_MS),
  })
  // Behind `#`: no server sees it written.
  return { href: `${ctx.config.publicUrl}${PAGE}#${passcode}`, passcode, hours }
}

/** The text message with the passcode of a link; undefined: the association sends none. */
export async function caseLinkText(ctx: Pick<Ctx, 'db' | 'config'>, { passcode, hours }: MadeLink) {
  return (await renderTemplate(ctx, invitation.code, { 口令: passcode, 小时: String(hours) })).sms
}

/** What a mail says of its link. */
export const caseLinkNote = ({ hours }: MadeLink) =>
  `下面的链接可以在手机上直接办理这一项：${hours} 小时内有效，只供您本人使用，打开后须输入动态验证码。`

/** Says in the group of staff that somebody has something to decide: nothing of the case, which others read, too. */
export async function postCaseLink(ctx: NotifyContext, of: Colleague, { href, hours }: MadeLink): Promise<void> {
  if (!ctx.config.robot || (await readGroup(ctx, 'caseLinks')).group !== 'on') return
  const to = of.phoneSealed ? ctx.encryption.decrypt(of.phoneSealed) : 'robot'
  const text = `【待办】${of.displayName}：有一项工作待您办理。${hours} 小时内打开下面的链接，输入您本人的动态验证码办理：\n${href}`
  await queue(ctx, { channel: 'robot', to, subject: '用手机办理', text, accountId: of.id })
}

/** Days for which a link that is over can still say why. */
const RETENTION_MS = 30 * 24 * HOUR_MS

export const purgeCaseLinks = ({ db, now }: Pick<Ctx, 'db' | 'now'>) =>
  db.delete(caseLink).where(lt(caseLink.expiresAt, new Date(now.getTime() - RETENTION_MS)))

export const findCaseLink = async ({ db }: Pick<Ctx, 'db'>, passcode: string) =>
  (
    await db
      .select()
      .from(caseLink)
      .where(eq(caseLink.tokenHash, hashToken(passcode)))
  )[0]
