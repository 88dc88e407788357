import { and, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseUnannounced } from '#lib/server/api/sending.ts'
import { isOnlyWritten } from '#lib/server/outbox/drivers.ts'
import { queue, type SmsText } from '#lib/server/outbox/queue.ts'
import { canText } from '#lib/server/outbox/smsFiling.ts'
import type { Attachment } from '#lib/server/outbox/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { defaultChoice, type MessageKind } from '../messageKinds.ts'
import { isAskingForReach, noteReached } from './callReach.ts'
import { caseLinkNote, caseLinkText, type MadeLink, makeCaseLink, postCaseLink, takesCaseLink } from './caseLinks.ts'
import { companyContacts, personName } from './companyContacts.ts'
import { mailOf, mailToContact } from './mails.ts'
import { message, messageChoice } from './tables.ts'
import { wechatsOf } from './wechatReach.ts'

export type NotifyContext = Pick<Ctx, 'db' | 'now' | 'encryption' | 'config'>
type MessageRecipient =
  | { accountId: number; organisationId?: undefined; personId?: undefined }
  | { organisationId: number; accountId?: undefined; personId?: undefined }
  | { personId: number; accountId?: undefined; organisationId?: undefined }
export type NewMessage = {
  kind: MessageKind
  title: string
  content: string
  /** The page that it is about. */
  route?: string
  /** The record that it is about: the name of its table, and its id. */
  objectType?: string
  objectId?: number
  /** Files shown with the message; `attachments` are sent with the mail as well. */
  fileIds?: number[]
  attachments?: Attachment[]
  /** The mailing that it is part of. */
  mailingId?: number
  /**
   * Text message; undefined: none. Skipped where the recipient has switched texts off, unless mandatory.
   */
  sms?: SmsText | undefined
  /** Mail at once, unless the recipient chose otherwise, where an address is known. */
  mail?: boolean
  /**
   * The record waits for the recipient's decision: a colleague who has a second factor gets a link to decide it on a
   * phone (`caseLinks.ts`).
   */
  awaitsAct?: boolean
  /** The law or a deadline demands it (`Template`). */
  mandatory?: boolean
  /** The text is sent at night, too. */
  isUrgent?: boolean
}

/** Tells somebody, or whoever signs in for an organisation or as a person, in the member centre; in the caller's transaction. */
export async function notify(
  ctx: NotifyContext,
  { accountId, organisationId, personId, ...what }: MessageRecipient & NewMessage,
): Promise<void> {
  const whom =
    accountId !== undefined
      ? eq(account.id, accountId)
      : organisationId !== undefined
        ? eq(account.organisationId, organisationId)
        : eq(account.personId, personId)
  const told = await ctx.db
    .select({ of: account, chosen: { sms: messageChoice.sms, mail: messageChoice.mail, wechat: messageChoice.wechat } })
    .from(account)
    .leftJoin(messageChoice, and(eq(messageChoice.accountId, account.id), eq(messageChoice.kind, what.kind)))
    .where(and(whom, eq(account.status, 'active')))
  for (const { of, chosen } of told) await deliver(ctx, of, what, chosen ?? assumedChoice(of, what))
  if (told.length > 0) return
  if (organisationId !== undefined) await notifyContact(ctx, organisationId, what)
  else if (personId !== undefined && isAskingForReach())
    noteReached({ name: await personName(ctx, personId), personId })
}

type ContactMessage = Pick<NewMessage, 'title' | 'content' | 'sms' | 'mail' | 'attachments' | 'mailingId' | 'isUrgent'>

/**
 * Tells a company that nobody signs in for, by its contact: by text message, and by mail unless that is switched off
 * (`mail: false`), because there is no inbox where the rest could be read.
 */
export async function notifyContact(ctx: NotifyContext, organisationId: number, what: ContactMessage): Promise<void> {
  refuseUnannounced()
  const { title, content, sms, mail, attachments, mailingId, isUrgent } = what
  const [contact] = await companyContacts(ctx, [organisationId])
  if (isAskingForReach() && contact) {
    const isFiled = sms !== undefined && (await goesByText(ctx, sms))
    noteReached({
      name: contact.name,
      organisationId,
      contact,
      sms: isFiled ? contact.mobileSealed : null,
      mail: mail === false ? null : contact.email,
      isUnfiled: sms !== undefined && contact.mobileSealed !== null && !isFiled,
    })
  }
  if (sms && contact?.mobileSealed)
    await queue(ctx, {
      channel: 'sms',
      to: ctx.encryption.decrypt(contact.mobileSealed),
      subject: title,
      sms,
      mailingId,
      isUrgent,
    })
  if (!contact?.email || mail === false) return
  const letter = await mailToContact(ctx, { title, parts: [{ lines: content.split('\n') }] })
  await queue(ctx, { channel: 'mail', to: contact.email, subject: title, ...letter, attachments, mailingId })
}

/** Notes somebody who gets a text message and nothing else, and who is not reached without a number. */
export async function noteTexted(
  ctx: NotifyContext,
  { name, sealed, organisationId = null }: { name: string; sealed: string | null; organisationId?: number | null },
  sms: SmsText | undefined,
): Promise<void> {
  refuseUnannounced()
  if (!isAskingForReach()) return
  const isFiled = sms !== undefined && (await goesByText(ctx, sms))
  noteReached({
    name,
    organisationId,
    sms: isFiled ? sealed : null,
    isUnfiled: sms !== undefined && sealed !== null && !isFiled,
  })
}

/** Address of an account: its own, or that of the company's contact. */
export async function mailAddressOf(
  ctx: Pick<Ctx, 'db'>,
  { email, organisationId }: Pick<Account, 'email' | 'organisationId'>,
): Promise<string | null> {
  if (email !== null || organisationId === null) return email
  const [contact] = await companyContacts(ctx, [organisationId])
  return contact?.email ?? null
}

/** Whether a text message goes out; one that is only written to a file counts, and the screen says so. */
const goesByText = async (ctx: NotifyContext, { template }: SmsText) =>
  isOnlyWritten(ctx.config, 'sms') || (await canText(ctx, template))

type Account = typeof account.$inferSelect

const assumedChoice = ({ kind }: Account, { mail }: NewMessage) => ({
  ...defaultChoice(kind === 'staff'),
  ...(mail && { mail: 'each' as const }),
})

async function deliver(ctx: NotifyContext, of: Account, what: NewMessage, chosen: ReturnType<typeof assumedChoice>) {
  const { kind, title, content, route, objectType, objectId, fileIds, attachments, mailingId, mandatory, isUrgent } =
    what
  const { id: accountId, phoneSealed } = of
  const link = (await takesCaseLink(ctx, of, what)) ? await makeCaseLink(ctx, of, what) : undefined
  const sms = (link && (await textOfLink(ctx, link))) ?? what.sms
  const email = await mailAddressOf(ctx, of)
  const isFiled = sms !== undefined && (await goesByText(ctx, sms))
  const texted = sms && phoneSealed && (mandatory || chosen.sms) ? ctx.encryption.decrypt(phoneSealed) : undefined
  // Mandatory messages go by mail at once when no text message can go.
  const mailed = email !== null && (chosen.mail === 'each' || (mandatory === true && sms && !(phoneSealed && isFiled)))
  if (of.kind !== 'staff') {
    refuseUnannounced()
    noteReached({
      name: of.displayName,
      accountId,
      organisationId: of.organisationId,
      inbox: true,
      sms: texted && isFiled ? phoneSealed : null,
      mail: mailed ? email : null,
      isUnfiled: texted !== undefined && !isFiled,
    })
  }
  const inDigest = email !== null && !mailed && chosen.mail === 'digest'
  await ctx.db.insert(message).values({
    accountId,
    kind,
    title,
    content,
    route,
    objectType,
    objectId,
    fileIds,
    mailingId,
    inDigest,
    createdAt: ctx.now,
  })
  const text = texted && sms ? { to: texted, sms } : undefined
  // WeChat is free and unobtrusive, so it gets every message unless switched off; a mailing only if its author chose
  // texts.
  const isForWechat = chosen.wechat && (sms || mailingId === undefined)
  const wechats = (isForWechat && (await wechatsOf(ctx, of, kind))) || []
  for (const [i, to] of wechats.entries()) {
    // A mandatory message is sent by text as well. Otherwise the text waits until WeChat delivery has failed.
    const instead = mandatory || i > 0 ? undefined : text
    const out = { channel: 'wechat', to, subject: title, text: content, about: { kind, route }, instead } as const
    await queue(ctx, { ...out, link: link?.href, accountId, mailingId, isUrgent })
  }
  if (text && (mandatory || wechats.length === 0))
    await queue(ctx, { channel: 'sms', ...text, subject: title, accountId, mailingId, isUrgent })
  if (mailed) {
    const lines = [...content.split('\n'), ...(link ? [caseLinkNote(link)] : [])]
    const letter = await mailOf(ctx, of, { title, parts: [{ lines }], route, act: link?.href })
    await queue(ctx, { channel: 'mail', to: email, subject: title, ...letter, attachments, accountId, mailingId })
  }
  if (link) await postCaseLink(ctx, of, link)
}

/** The text with the passcode of a link, where the provider has a template for it. */
async function textOfLink(ctx: NotifyContext, link: MadeLink): Promise<SmsText | undefined> {
  const sms = await caseLinkText(ctx, link)
  return sms && (await goesByText(ctx, sms)) ? sms : undefined
}
