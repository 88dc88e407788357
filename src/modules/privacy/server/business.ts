import { and, asc, eq, isNull } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { receiptTitle } from '#modules/ledger/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { type Application, kindOf, slotName } from '#modules/review/server/applicationKinds.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { nameOfAction, nameOfState } from '#modules/review/workflow.ts'
import type { Subject } from './holdings.ts'

export async function applicationsOf(ctx: Ctx, { id }: Subject) {
  const rows = await ctx.db.select().from(application).where(eq(application.accountId, id)).orderBy(asc(application.id))
  return Promise.all(rows.map(row => openApplication(ctx, row)))
}

/** Opens an application with the labels and choice names of its form. */
async function openApplication(ctx: Ctx, of: Application) {
  const kind = kindOf(of)
  const schema = await kind.schema(ctx, of)
  const { fields } = schema
  const values = decryptForm(fields, of.form, ctx.encryption)
  const events = await ctx.db
    .select()
    .from(applicationEvent)
    .where(eq(applicationEvent.applicationId, of.id))
    .orderBy(asc(applicationEvent.id))
  return {
    number: of.number,
    kind: kind.name,
    title: of.title,
    state: nameOfState(of.state),
    createdAt: iso(of.createdAt),
    submittedAt: of.submittedAt && iso(of.submittedAt),
    form: Object.fromEntries(fields.map(field => [field.label, fieldText(field, values[field.name])])),
    files: Object.fromEntries(Object.entries(of.materials).map(([code, ids]) => [slotName(schema, code), ids])),
    history: events.map(({ at, action, to, opinion }) => ({
      at: iso(at),
      action: nameOfAction(action),
      state: nameOfState(to),
      opinion,
    })),
  }
}

export async function filesOf({ db }: Ctx, { id }: Subject) {
  const rows = await db
    .select()
    .from(file)
    .where(and(eq(file.ownerId, id), isNull(file.deletedAt)))
    .orderBy(asc(file.id))
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    type: row.type,
    size: row.size,
    isPublic: row.isPublic,
    sha256: row.sha256,
    createdAt: iso(row.createdAt),
    url: `/api/file/${row.id}`,
  }))
}

export async function receiptTitlesOf(ctx: Ctx, { id }: Subject) {
  const rows = await ctx.db
    .select()
    .from(receiptTitle)
    .where(eq(receiptTitle.accountId, id))
    .orderBy(asc(receiptTitle.id))
  return rows.map(({ id: _, accountId: __, accountSealed, usedAt, ...of }) => ({
    ...of,
    bankAccount: accountSealed ? ctx.encryption.decrypt(accountSealed) : '',
    usedAt: iso(usedAt),
  }))
}

export async function messagesOf({ db }: Ctx, { id }: Subject) {
  const rows = await db.select().from(message).where(eq(message.accountId, id)).orderBy(asc(message.id))
  return rows.map(({ kind, title, content, readAt, createdAt }) => ({
    kind,
    title,
    content,
    readAt: readAt && iso(readAt),
    createdAt: iso(createdAt),
  }))
}

/** Exports texts and mails, except those with a code that may still be valid: a code proves possession of the phone. */
export async function textsOf({ db, encryption }: Ctx, { id }: Subject) {
  const rows = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.accountId, id), isNull(outbox.expiresAt)))
    .orderBy(asc(outbox.id))
  return rows.map(row => ({
    channel: row.channel,
    to: encryption.decrypt(row.toSealed),
    subject: row.subject,
    text: encryption.decrypt(row.textSealed),
    sentAt: row.sentAt && iso(row.sentAt),
    createdAt: iso(row.createdAt),
  }))
}
