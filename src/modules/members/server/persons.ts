import { and, eq, ne } from 'drizzle-orm'
import { Refusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { residentBornOn } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { showPersonsCertificates } from '#modules/certificates/server/register.ts'
import type { EmploymentWay } from '../employment.ts'
import { PUBLIC_CONSENT_VERSION, plainIdNumber } from '../personForm.ts'
import { beginEmployment } from './employment.ts'
import { staffingChanged } from './staffing.ts'
import { person } from './tables.ts'

type Row = typeof person.$inferInsert
type Sealed = 'idNumberSealed' | 'idNumberHash' | 'mobileSealed' | 'mobileHash'
/** `idNumber` and `mobile` in the form in which they are stored: `plainResidentId`. */
export type NewPerson = Omit<Row, Sealed | 'id' | 'createdAt' | 'updatedAt'> & { idNumber?: string; mobile?: string }
export type Person = typeof person.$inferSelect

/** Writes a person down, and where it works; identity number and mobile reach the database sealed only. */
export async function enterPerson(
  { db, now, sealer }: Pick<Ctx, 'db' | 'now' | 'sealer'>,
  { idNumber, mobile, ...of }: NewPerson,
  since: { way: EmploymentWay; day?: string } = { way: 'register' },
): Promise<number> {
  const [row] = await db
    .insert(person)
    .values({
      ...of,
      idNumberSealed: idNumber && sealer.seal(idNumber),
      idNumberHash: idNumber && sealer.hash(idNumber),
      mobileSealed: mobile && sealer.seal(mobile),
      mobileHash: mobile && sealer.hash(mobile),
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

/** As the form of `personForm.ts` has it; what is not known is absent. */
export async function personValues({ db, sealer }: Pick<Ctx, 'db' | 'sealer'>, id: number): Promise<FormValues> {
  const [of] = await db.select().from(person).where(eq(person.id, id))
  const { sex, provinceCode, idNumberSealed, mobileSealed, publicConsentAt } = of!
  const known = {
    ...Object.fromEntries(TEXTS.map(name => [name, of![name]])),
    sex,
    provinceCode,
    idType: of!.idType,
    idNumber: idNumberSealed && sealer.open(idNumberSealed),
    mobile: mobileSealed && sealer.open(mobileSealed),
    publicConsent: publicConsentAt ? 'yes' : undefined,
  }
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Writes what a form says of a person: what it does not name stays, what it names as null is emptied. */
export async function updatePerson(ctx: Ctx, id: number, values: FormValues): Promise<void> {
  const before = await lockPerson(ctx, id)
  const { idNumber, mobile, ...columns } = columnsOf(ctx, values, before)
  if (idNumber && ctx.sealer.hash(idNumber) !== before.idNumberHash) await refuseTakenNumber(ctx, id, idNumber)
  await ctx.db
    .update(person)
    .set({
      ...columns,
      ...(idNumber && { idNumberSealed: ctx.sealer.seal(idNumber), idNumberHash: ctx.sealer.hash(idNumber) }),
      ...(mobile && { mobileSealed: ctx.sealer.seal(mobile), mobileHash: ctx.sealer.hash(mobile) }),
      updatedAt: ctx.now,
    })
    .where(eq(person.id, id))
  if ('publicConsentAt' in columns) await showPersonsCertificates(ctx, id, columns.publicConsentAt !== null)
  if (columns.jobTitle !== undefined && columns.jobTitle !== before.jobTitle)
    await staffingChanged(ctx, { lost: [before.organisationId] })
  if (columns.name && columns.name !== before.name)
    await ctx.db.update(account).set({ displayName: columns.name }).where(eq(account.personId, id))
}

/** The row that a form describes. */
export const personOf = (ctx: Pick<Ctx, 'now'>, values: FormValues): NewPerson => {
  const { name = '', ...rest } = columnsOf(ctx, values)
  return { name, ...rest }
}

const TEXTS = ['name', 'education', 'major', 'jobTitle', 'employer', 'position', 'email'] as const

/** The columns that a form names. */
export function columnsOf({ now }: Pick<Ctx, 'now'>, values: FormValues, before?: Person): Partial<NewPerson> {
  const columns: Partial<NewPerson> = {}
  for (const name of TEXTS) if (name in values) columns[name] = String(values[name] ?? '')
  if (values.sex) columns.sex = values.sex as Person['sex']
  if (values.provinceCode) columns.provinceCode = String(values.provinceCode)
  if (values.mobile) columns.mobile = String(values.mobile)
  if (values.idNumber) {
    columns.idType = (values.idType ?? before?.idType ?? 'resident') as Person['idType']
    columns.idNumber = plainIdNumber(String(values.idNumber))
    columns.bornOn = columns.idNumber.length === 18 ? residentBornOn(columns.idNumber) : null
  }
  // Who agreed once, and agrees still, agreed then.
  if (values.publicConsent === 'no') Object.assign(columns, { publicConsentAt: null, publicConsentVersion: null })
  else if (values.publicConsent === 'yes' && !before?.publicConsentAt)
    Object.assign(columns, { publicConsentAt: now, publicConsentVersion: PUBLIC_CONSENT_VERSION })
  return columns
}

/** Unless nobody else has this identity number. */
export async function refuseTakenNumber({ db, sealer }: Ctx, id: number, idNumber: string): Promise<void> {
  const [other] = await db
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.idNumberHash, sealer.hash(idNumber)), ne(person.id, id)))
  if (other) throw idNumberTaken()
}

export const idNumberTaken = () => {
  const message = '该证件号码已登记在另一人名下，请核对；确属本人的，请与协会联系'
  return new Refusal(409, message, { idNumber: message })
}
