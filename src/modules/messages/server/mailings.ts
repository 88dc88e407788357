import { and, eq, isNull, lte } from 'drizzle-orm'
import { fillIn, type Values } from '#lib/placeholders.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { queue, type SmsText } from '#lib/server/outbox/queue.ts'
import type { Attachment } from '#lib/server/outbox/tables.ts'
import type { MessageKind } from '../messageKinds.ts'
import type { AudienceFilter } from './audience.ts'
import { companyContacts } from './companyContacts.ts'
import { filesIn, mailAttachments } from './mailing/mailingFiles.ts'
import { notify, notifyContact } from './notify.ts'
import { readSubstitutes } from './substitutes.ts'
import { type MailingLetter, mailing, mailingAddress, mailingContact, mailingRecipient } from './tables.ts'
import { defineTemplate, renderTemplate } from './templates.ts'

/** Recipients notified in one transaction. */
const RECIPIENTS_PER_TRANSACTION = 50
/** Rows of one insert. */
const INSERT_BATCH_SIZE = 1_000

export type Recipient = { accountId: number; objectId?: number; values?: Values }
/** A company that nobody signs in for. */
export type ContactRecipient = { organisationId: number; objectId?: number; values?: Values }
/** An address that asked for it. `page`: where people unsubscribe; `post`: where mail programs do (RFC 8058). */
export type AddressRecipient = { subscriberId: number; to: string; page: string; post: string }
/** Stands in a finished letter where the recipient's own page to unsubscribe goes. */
export const UNSUBSCRIBE_PLACE = '[[unsubscribe]]'
export type NewMailing = {
  kind: MessageKind
  title: string
  content: string
  /** Empty: no text is sent. Of a template its wording; otherwise what is the news, in a few words (`mailingText`). */
  sms?: string
  /** Code of the message template whose wording it is. */
  smsTemplate?: string
  mail?: boolean
  mandatory?: boolean
  route?: string
  objectType?: string
  /** Description of the recipients; `filter` is kept where each recipient gets a different text. */
  audience: string
  filter?: AudienceFilter
  fileIds?: number[]
  /** For addresses that asked for it. */
  letter?: MailingLetter
  /** Absent: at once. */
  scheduledFor?: Date
  createdName: string
}

/** Leaves a message for many to be sent by the job, in the caller's transaction. */
export async function createMailing(
  ctx: Ctx,
  { sms, ...of }: NewMailing,
  to: readonly Recipient[],
  contacts: readonly ContactRecipient[] = [],
  addresses: readonly AddressRecipient[] = [],
): Promise<number> {
  const [created] = await ctx.db
    .insert(mailing)
    .values({ ...of, sms: sms || null, state: of.scheduledFor ? 'scheduled' : 'sending', createdAt: ctx.now })
    .returning({ id: mailing.id })
  for (let from = 0; from < to.length; from += INSERT_BATCH_SIZE)
    await ctx.db
      .insert(mailingRecipient)
      .values(to.slice(from, from + INSERT_BATCH_SIZE).map(one => ({ mailingId: created!.id, ...one })))
      .onConflictDoNothing()
  for (let from = 0; from < contacts.length; from += INSERT_BATCH_SIZE)
    await ctx.db
      .insert(mailingContact)
      .values(contacts.slice(from, from + INSERT_BATCH_SIZE).map(one => ({ mailingId: created!.id, ...one })))
      .onConflictDoNothing()
  const { encrypt } = ctx.encryption
  for (let from = 0; from < addresses.length; from += INSERT_BATCH_SIZE)
    await ctx.db.insert(mailingAddress).values(
      addresses.slice(from, from + INSERT_BATCH_SIZE).map(({ subscriberId, to, page, post }) => ({
        mailingId: created!.id,
        subscriberId,
        toSealed: encrypt(to),
        pageSealed: encrypt(page),
        postSealed: encrypt(post),
      })),
    )
  return created!.id
}

/** Tells everybody who still waits; killed half-way, the next run goes on where this one stopped. */
export async function sendMailings(ctx: Ctx): Promise<void> {
  await ctx.db
    .update(mailing)
    .set({ state: 'sending' })
    .where(and(eq(mailing.state, 'scheduled'), lte(mailing.scheduledFor, ctx.now)))
  const open = await ctx.db
    .select({ id: mailing.id })
    .from(mailing)
    .where(eq(mailing.state, 'sending'))
    .orderBy(mailing.id)
  for (const { id } of open) while (await sendBatch(ctx, id));
}

/** False when there is nobody left. Who stops the mailing waits for the batch, and no other follows. */
const sendBatch = (ctx: Ctx, id: number): Promise<boolean> =>
  inTransaction(ctx, async tx => {
    const [of] = await tx.db.select().from(mailing).where(eq(mailing.id, id)).for('update')
    if (of?.state !== 'sending') return false
    const waiting = and(eq(mailingRecipient.mailingId, id), isNull(mailingRecipient.toldAt))
    const batch = await tx.db.select().from(mailingRecipient).where(waiting).limit(RECIPIENTS_PER_TRANSACTION)
    const said = await readMailingContent(tx, of, batch)
    for (const one of batch) await notifyRecipient(tx, { ...of, ...said }, { ...one, values: said.valuesOf(one) })
    if (batch.length === RECIPIENTS_PER_TRANSACTION) return true
    if (await notifyMailingContacts(tx, { ...of, ...said })) return true
    if (of.letter && (await mailAddresses(tx, of, of.letter))) return true
    await tx.db.update(mailing).set({ state: 'sent', endedAt: ctx.now }).where(eq(mailing.id, id))
    return false
  })

/** Tells a batch of companies without an account. Returns whether there may be more. */
async function notifyMailingContacts(ctx: Ctx, of: Mailing & { attachments: Attachment[] }): Promise<boolean> {
  const isOfMailing = eq(mailingContact.mailingId, of.id)
  const batch = await ctx.db
    .select()
    .from(mailingContact)
    .where(and(isOfMailing, isNull(mailingContact.toldAt)))
    .limit(RECIPIENTS_PER_TRANSACTION)
  const contacts = await companyContacts(
    ctx,
    batch.map(({ organisationId }) => organisationId),
  )
  for (const { organisationId, objectId, values: given } of batch) {
    const values = { 名称: contacts.find(one => one.organisationId === organisationId)?.name ?? '', ...given }
    await notifyContact(ctx, organisationId, {
      title: fillIn(of.title, values),
      content: fillIn(of.content, values),
      sms: await textOf(ctx, of, values),
      mail: of.mail || of.mandatory,
      attachments: of.attachments,
      mailingId: of.id,
    })
    await ctx.db
      .update(mailingContact)
      .set({ toldAt: ctx.now })
      .where(and(isOfMailing, eq(mailingContact.organisationId, organisationId), eq(mailingContact.objectId, objectId)))
  }
  return batch.length === RECIPIENTS_PER_TRANSACTION
}

/** Mails a batch of addresses that asked for it. Returns whether there may be more. */
async function mailAddresses(ctx: Ctx, { id, title }: Mailing, { html, text }: MailingLetter): Promise<boolean> {
  const batch = await ctx.db
    .select()
    .from(mailingAddress)
    .where(and(eq(mailingAddress.mailingId, id), isNull(mailingAddress.toldAt)))
    .limit(RECIPIENTS_PER_TRANSACTION)
  const { decrypt } = ctx.encryption
  for (const one of batch) {
    const page = decrypt(one.pageSealed)
    const outboxId = await queue(ctx, {
      channel: 'mail',
      to: decrypt(one.toSealed),
      subject: title,
      html: html.replaceAll(UNSUBSCRIBE_PLACE, page),
      text: text.replaceAll(UNSUBSCRIBE_PLACE, page),
      unsubscribe: decrypt(one.postSealed),
      mailingId: id,
    })
    await ctx.db.update(mailingAddress).set({ toldAt: ctx.now, outboxId }).where(eq(mailingAddress.id, one.id))
  }
  return batch.length === RECIPIENTS_PER_TRANSACTION
}

type RecipientRow = typeof mailingRecipient.$inferSelect
type Mailing = typeof mailing.$inferSelect

/** Reads the placeholder values at the time of sending, and the files as mail attachments. */
async function readMailingContent(ctx: Ctx, of: Mailing, batch: readonly RecipientRow[]) {
  const texts = [of.title, of.content, of.sms ?? '']
  const ids = of.filter ? batch.map(({ accountId }) => accountId) : []
  const found = of.filter ? await readSubstitutes(ctx, texts, ids, of.filter) : new Map<number, Values>()
  return {
    attachments: mailAttachments(await filesIn(ctx, of.fileIds)),
    valuesOf: ({ accountId, values }: RecipientRow): Values => ({ ...values, ...found.get(accountId) }),
  }
}

/** Free words cannot be sent by a provider: they are the variable of a template that says so. */
export const mailingText = defineTemplate({
  code: 'mailing.text',
  group: '群发',
  name: '群发短信',
  smsOnly: true,
  title: '群发短信',
  content: '',
  sms: '协会通知：{要点}。请登录会员中心查看全文。',
  placeholders: { 要点: '年会改到 12 月 20 日，请于 10 日前回执' },
})

/** Text message of a mailing to one recipient. */
export async function mailingSms(
  ctx: Pick<Ctx, 'db' | 'config'>,
  sms: string,
  values: Values,
): Promise<SmsText | undefined> {
  const said = fillIn(sms, values).replace(/[。！!.]+$/, '')
  return said ? (await renderTemplate(ctx, mailingText.code, { 要点: said })).sms : undefined
}

const textOf = async (ctx: Ctx, { sms, smsTemplate }: Mailing, values: Values): Promise<SmsText | undefined> => {
  if (sms === null) return
  return smsTemplate ? { text: fillIn(sms, values), template: smsTemplate, values } : mailingSms(ctx, sms, values)
}

async function notifyRecipient(
  ctx: Ctx,
  of: Mailing & { attachments: Attachment[] },
  { mailingId, accountId, objectId, values }: RecipientRow,
) {
  await notify(ctx, {
    accountId,
    kind: of.kind,
    title: fillIn(of.title, values),
    content: fillIn(of.content, values),
    fileIds: of.fileIds,
    attachments: of.attachments,
    mailingId: of.id,
    route: of.route ?? undefined,
    mail: of.mail,
    mandatory: of.mandatory,
    sms: await textOf(ctx, of, values),
    ...(objectId && of.objectType && { objectType: of.objectType, objectId }),
  })
  await ctx.db
    .update(mailingRecipient)
    .set({ toldAt: ctx.now })
    .where(
      and(
        eq(mailingRecipient.mailingId, mailingId),
        eq(mailingRecipient.accountId, accountId),
        eq(mailingRecipient.objectId, objectId),
      ),
    )
}
