import { and, eq, ne } from 'drizzle-orm'
import { conflict, Refusal } from '#lib/error.ts'
import { type FormField, type FormValues, withoutEmpty } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { pointInColumns } from '#lib/server/forms/formExceptions.ts'
import { hook } from '#lib/server/hook.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { publishFiles } from '#modules/files/server/attachments.ts'
import type { Obstacle } from '#modules/imports/server/importKinds.ts'
import { ownColumn, ownFormValues } from '#modules/ownFields/server/ownFields.ts'
import { organisationShape } from '../organisationForm.ts'
import { contactsOf, contactValues, saveContacts } from './contacts.ts'
import { joinCertificates } from './joining.ts'
import { organisation } from './tables.ts'
import { organisationWords } from './words.ts'

export type Organisation = typeof organisation.$inferSelect
export type NewOrganisation = Omit<typeof organisation.$inferInsert, 'id' | 'words' | 'createdAt' | 'updatedAt'>

export const organisationForm = bindForm(organisationShape, organisation, {
  logo: 'logoId',
  point: pointInColumns,
  phoneIsPublic: {
    read: ({ phone, phoneIsPublic }) => (phone ? (phoneIsPublic ? 'yes' : 'no') : null),
    write: choice => ({ phoneIsPublic: choice === 'yes' }),
  },
}).besides({
  id: true,
  shortName: true,
  typedCode: true,
  licenceId: true,
  tags: true,
  own: true,
  createdAt: true,
  updatedAt: true,
  words: true,
  heading: true,
})

/** Writes an organisation down, with the words by which it is found. */
export async function enterOrganisation({ db, now }: Pick<Ctx, 'db' | 'now'>, of: NewOrganisation): Promise<number> {
  const [row] = await db
    .insert(organisation)
    .values({ ...of, createdAt: now, updatedAt: now, words: organisationWords(of) })
    .returning({ id: organisation.id })
  await joinCertificates({ db }, [row!.id])
  return row!.id
}

/** The row, locked: who changes it next waits. */
export async function lockOrganisation({ db }: Pick<Ctx, 'db'>, id: number): Promise<Organisation> {
  const [found] = await db.select().from(organisation).where(eq(organisation.id, id)).for('update')
  if (!found) throw conflict('没有这家单位，或刚被合并、删除，请刷新后再办理')
  return found
}

/** Returns the form values of `organisationForm.ts`, contacts and these own fields included; unknown values are absent. */
export async function organisationValues(
  ctx: Pick<Ctx, 'db' | 'encryption'>,
  id: number,
  ownFields: readonly FormField[] = [],
): Promise<FormValues> {
  const [of] = await ctx.db.select().from(organisation).where(eq(organisation.id, id))
  const { creditCode, ...values } = withoutEmpty(organisationForm.valuesOf(of!))
  // A placeholder is no value of the form.
  const known: FormValues = of!.typedCode === null ? { creditCode: creditCode ?? null } : {}
  const contacts = contactValues(ctx, await contactsOf(ctx, id))
  return { ...values, ...known, ...contacts, ...ownFormValues(of!.own, ownFields) }
}

/**
 * Writes what a form says of an organisation: what it does not name stays, what it names as null is emptied. The words
 * by which it is found, its contacts and the names of its account follow; what certificates say does not.
 */
export async function updateOrganisation(ctx: Ctx, id: number, values: FormValues): Promise<void> {
  const before = await lockOrganisation(ctx, id)
  const changes = { ...organisationForm.columnsOf(values), ...ownColumn(before.own, values) }
  if (changes.creditCode && changes.creditCode !== before.creditCode) await refuseTakenCode(ctx, id, changes.creditCode)
  const after = { ...before, ...changes, updatedAt: ctx.now }
  await ctx.db
    .update(organisation)
    .set({
      ...changes,
      ...(changes.creditCode && { typedCode: null }),
      updatedAt: ctx.now,
      words: organisationWords(after),
    })
    .where(eq(organisation.id, id))
  await showLogo(ctx, changes.logoId)
  if (after.creditCode !== before.creditCode) await joinCertificates(ctx, [id])
  await saveContacts(ctx, after, values)
  if (changes.creditCode && before.typedCode !== null) await afterCodeCompleted(ctx, id)
  if (after.name !== before.name || after.creditCode !== before.creditCode)
    await ctx.db
      .update(account)
      .set({ displayName: after.name, creditCode: after.creditCode })
      .where(eq(account.organisationId, id))
}

/** A row of an import, and the company whose code it completed. */
export type CompletedRow = { row: number; organisationId: number }
type CodeCompletion = {
  issue: (ctx: Ctx, organisationId: number) => Promise<void>
  /** Takes them back with the import that completed the codes at that moment; answers what stands in the way. */
  withdraw: (ctx: Ctx, rows: readonly CompletedRow[], writtenAt: Date) => Promise<Obstacle[]>
}
const codeCompletion = hook<CodeCompletion>('papers that wait for the code of a company')

/** The module whose papers waited for the code of a company issues them. */
export const defineCodeCompletion = codeCompletion.define
export const afterCodeCompleted = (ctx: Ctx, id: number): Promise<void> | undefined =>
  codeCompletion.find()?.issue(ctx, id)
export const withdrawCompleted: CodeCompletion['withdraw'] = async (ctx, rows, writtenAt) =>
  (await codeCompletion.find()?.withdraw(ctx, rows, writtenAt)) ?? []

export const showLogo = (ctx: Pick<Ctx, 'db'>, logoId: number | null | undefined) =>
  publishFiles(ctx, logoId ? [logoId] : [])

/** Throws if another organisation or account has this credit code. */
export async function refuseTakenCode({ db }: Ctx, id: number, creditCode: string): Promise<void> {
  const [other] = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(and(eq(organisation.creditCode, creditCode), ne(organisation.id, id)))
  const [holder] = await db
    .select({ organisationId: account.organisationId })
    .from(account)
    .where(eq(account.creditCode, creditCode))
  if (other || (holder && holder.organisationId !== id)) throw creditCodeTaken()
}

export const creditCodeTaken = () => {
  const message = '该统一社会信用代码已属于另一单位，请核对；确属本单位的，请与协会联系'
  return new Refusal(409, message, { creditCode: message })
}
