import { and, eq, inArray, ne } from 'drizzle-orm'
import { Refusal } from '#lib/error.ts'
import { type FormField, type FormValues, withoutEmpty } from '#lib/form/form.ts'
import { residentBornOn } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { encryptedColumns, encryptedIn } from '#lib/server/forms/formExceptions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { showPersonsCertificates } from '#modules/certificates/server/register.ts'
import { ownColumn, ownFormValues } from '#modules/ownFields/server/ownFields.ts'
import type { EmploymentWay } from '../employment.ts'
import { PUBLIC_CONSENT_VERSION, personFields, plainIdNumber } from '../personForm.ts'
import { beginEmployment } from './employment.ts'
import { notifyStaffingChange } from './staffing.ts'
import { person } from './tables.ts'

type Row = typeof person.$inferInsert
/** `idNumber` as it is compared: `plainIdNumber`. Both reach the database sealed only. */
export type NewPerson = Omit<Row, 'id' | 'createdAt' | 'updatedAt'> & { idNumber?: string; mobile?: string }
export type Person = typeof person.$inferSelect

type WriteCtx = Pick<Ctx, 'now' | 'encryption'>
type Columns<Name extends keyof Row> = Partial<Pick<Row, Name>>

/**
 * Binds each field of a person to its column; `before`: the stored person. A blank identity number or mobile is left
 * unchanged, because forms show them masked and send one only to change it.
 */
export const personForm = ({ now, encryption }: WriteCtx, before?: Person) => {
  const [idNumber, mobile] = [encryptedIn(encryption, 'idNumber'), encryptedIn(encryption, 'mobile')]
  return bindForm(personFields, person, {
    idType: { read: ({ idType }) => idType, write: () => ({}) },
    idNumber: {
      read: idNumber.read,
      write: (typed, { idType }): Columns<'idNumberSealed' | 'idNumberHash' | 'idType' | 'bornOn'> => {
        if (!typed) return {}
        const plain = plainIdNumber(typed)
        const bornOn = plain.length === 18 ? residentBornOn(plain) : null
        return { ...idNumber.write(plain), idType: idType ?? before?.idType ?? 'resident', bornOn }
      },
    },
    mobile: {
      read: mobile.read,
      write: (typed): Columns<'mobileSealed' | 'mobileHash'> => (typed ? mobile.write(typed) : {}),
    },
    publicConsent: {
      read: ({ publicConsentAt }) => publicConsentAt && 'yes',
      write: (choice): Columns<'publicConsentAt' | 'publicConsentVersion'> => {
        if (choice === 'no') return { publicConsentAt: null, publicConsentVersion: null }
        // A renewed consent keeps the date of the first one.
        if (choice !== 'yes' || before?.publicConsentAt) return {}
        return { publicConsentAt: now, publicConsentVersion: PUBLIC_CONSENT_VERSION }
      },
    },
  }).besides({ id: true, organisationId: true, photoId: true, tags: true, own: true, createdAt: true, updatedAt: true })
}

/** Identity numbers and mobiles in full, by the ids of the persons. */
export async function wholeNumbers(ctx: Ctx, ids: number[]) {
  const rows = await ctx.db.select().from(person).where(inArray(person.id, ids))
  return new Map(
    rows.map(row => {
      const { idNumber, mobile } = personForm(ctx).valuesOf(row)
      return [row.id, { idNumber, mobile }] as const
    }),
  )
}

/** Writes a person down, and where it works; identity number and mobile reach the database sealed only. */
export async function enterPerson(
  { db, now, encryption }: Pick<Ctx, 'db' | 'now' | 'encryption'>,
  { idNumber, mobile, ...of }: NewPerson,
  since: { way: EmploymentWay; day?: string } = { way: 'register' },
): Promise<number> {
  const [row] = await db
    .insert(person)
    .values({
      ...(idNumber && encryptedColumns(encryption, 'idNumber', idNumber)),
      ...(mobile && encryptedColumns(encryption, 'mobile', mobile)),
      ...of,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: person.id })
  await beginEmployment({ db, now }, [{ personId: row!.id, organisationId: of.organisationId }], since)
  return row!.id
}

/** The row, locked: who changes it next waits. */
export async function lockPerson({ db }: Pick<Ctx, 'db'>, id: number): Promise<Person> {
  const [found] = await db.select().from(person).where(eq(person.id, id)).for('update')
  return found!
}

/** Returns the form values of `personForm.ts`, these own fields included; unknown values are absent. */
export async function personValues(
  ctx: WriteCtx & Pick<Ctx, 'db'>,
  id: number,
  ownFields: readonly FormField[] = [],
): Promise<FormValues> {
  const [of] = await ctx.db.select().from(person).where(eq(person.id, id))
  return { ...withoutEmpty(personForm(ctx).valuesOf(of!)), ...ownFormValues(of!.own, ownFields) }
}

/** Writes what a form says of a person: what it does not name stays, what it names as null is emptied. */
export async function updatePerson(ctx: Ctx, id: number, values: FormValues): Promise<void> {
  const before = await lockPerson(ctx, id)
  const columns = { ...personForm(ctx, before).columnsOf(values), ...ownColumn(before.own, values) }
  if (columns.idNumberHash && columns.idNumberHash !== before.idNumberHash)
    await refuseTakenNumber(ctx, id, String(values.idNumber))
  await ctx.db
    .update(person)
    .set({ ...columns, updatedAt: ctx.now })
    .where(eq(person.id, id))
  if ('publicConsentAt' in columns) await showPersonsCertificates(ctx, id, columns.publicConsentAt !== null)
  if (columns.jobTitle !== undefined && columns.jobTitle !== before.jobTitle)
    await notifyStaffingChange(ctx, { lost: [before.organisationId] })
  if (columns.name && columns.name !== before.name)
    await ctx.db.update(account).set({ displayName: columns.name }).where(eq(account.personId, id))
}

/** Throws if another person has this identity number. */
export async function refuseTakenNumber({ db, encryption }: Ctx, id: number, idNumber: string): Promise<void> {
  const [other] = await db
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.idNumberHash, encryption.hash(plainIdNumber(idNumber))), ne(person.id, id)))
  if (other) throw idNumberTaken()
}

export const idNumberTaken = () => {
  const message = '该证件号码已登记在另一人名下，请核对；确属本人的，请与协会联系'
  return new Refusal(409, message, { idNumber: message })
}
