import type { Ctx } from '#lib/server/context.ts'
import { person } from './tables.ts'

type Row = typeof person.$inferInsert
type Sealed = 'idNumberSealed' | 'idNumberHash' | 'mobileSealed' | 'mobileHash'
/** `idNumber` and `mobile` in the form in which they are stored: `plainResidentId`. */
export type NewPerson = Omit<Row, Sealed | 'id' | 'createdAt' | 'updatedAt'> & { idNumber?: string; mobile?: string }

/** Writes a person down; identity number and mobile reach the database sealed only. */
export async function enterPerson(
  { db, now, sealer }: Pick<Ctx, 'db' | 'now' | 'sealer'>,
  { idNumber, mobile, ...of }: NewPerson,
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
  return row!.id
}
