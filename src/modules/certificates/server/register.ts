import { randomBytes } from 'node:crypto'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { isPendingCode } from '#lib/creditCode.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { fold } from '#lib/server/search/fold.ts'
import { nameToken, numberTokens, toVector } from '#lib/server/search/words.ts'
import { isHeldByPerson } from '../holder.ts'
import { allowsEvent, type CertificateEvent, eventNames, statusAfter, statusNames } from '../status.ts'
import { designSnapshotsFor } from './designSnapshots.ts'
import { certificate, certificateEvent } from './tables.ts'

export type Certificate = typeof certificate.$inferSelect
export type NewCertificate = Omit<
  typeof certificate.$inferInsert,
  'id' | 'numberKey' | 'token' | 'words' | 'status' | 'lookId' | 'createdAt'
>
type Writing = Pick<Ctx, 'db' | 'now'>

/** PostgreSQL takes 65,535 parameters a statement, and a certificate has 28. */
const CERTIFICATES_PER_INSERT = 1000

/** Shows a person's certificates to the public from now on, or no longer: as the person agrees (PIPL, art. 25). */
export const showPersonsCertificates = ({ db, now }: Writing, personId: number, shown: boolean) =>
  shown
    ? db
        .update(certificate)
        .set({ publishedAt: now })
        .where(and(eq(certificate.personId, personId), isNull(certificate.publishedAt)))
    : db.update(certificate).set({ publishedAt: null }).where(eq(certificate.personId, personId))

/** A number as it is compared: without case, spaces, hyphens, brackets or full-width forms. */
export const numberKey = (number: string) => fold(number).replace(/[^\p{L}\p{N}]/gu, '')

/** Issues certificates: the rows, how they are found, and the first event of each. */
export async function enterCertificates(
  { db, now }: Writing,
  rows: NewCertificate[],
): Promise<{ id: number; number: string }[]> {
  if (rows.some(({ creditCode }) => creditCode && isPendingCode(creditCode)))
    throw invalid('单位的统一社会信用代码待补，不能发证：请先在单位档案补齐')
  const entered: { id: number; number: string }[] = []
  await db.transaction(async tx => {
    const lookOf = await designSnapshotsFor({ db: tx, now }, rows)
    for (let from = 0; from < rows.length; from += CERTIFICATES_PER_INSERT) {
      const values = rows.slice(from, from + CERTIFICATES_PER_INSERT).map(row => ({
        ...row,
        numberKey: numberKey(row.number),
        token: randomBytes(16).toString('base64url'),
        lookId: lookOf(row),
        createdAt: now,
        words: wordsOf(row),
      }))
      const inserted = await tx
        .insert(certificate)
        .values(values)
        .returning({ id: certificate.id, number: certificate.number, issuedOn: certificate.issuedOn })
      await tx.insert(certificateEvent).values(
        inserted.map(({ id, issuedOn }) => ({
          certificateId: id,
          kind: 'issued' as const,
          effectiveOn: issuedOn,
          recordedAt: now,
        })),
      )
      entered.push(...inserted.map(({ id, number }) => ({ id, number })))
    }
  })
  return entered
}

/** A person is found by the whole name only, so that nobody gets behind a masked list piece by piece. */
export const wordsOf = (of: NewCertificate) =>
  toVector(
    [{ text: of.organisationName, weight: isHeldByPerson(of) ? 'B' : 'A', pinyin: !isHeldByPerson(of) }],
    [numberTokens(of.number), ...(isHeldByPerson(of) ? [nameToken(of.holderName)] : [])],
  )

type NewEvent = Pick<typeof certificateEvent.$inferInsert, 'effectiveOn' | 'changes' | 'actorId'> & {
  kind: Exclude<CertificateEvent['kind'], 'issued'>
  reason: string
}

/** Events after which the holder gets a new paper, set in the current design. */
const onNewPaper: readonly CertificateEvent['kind'][] = ['corrected', 'changed', 'reissued']

/** Refuses events of a future day, because the stored `status` would not change when the day comes. */
export function refuseFuture({ now }: Pick<Writing, 'now'>, effectiveOn: string): void {
  if (effectiveOn > dayOf(now)) throw invalid('生效日期不能晚于今天', { effectiveOn: '不能晚于今天' })
}

/** Writes down what happened to a certificate, and what it is since. */
export async function recordEvent({ db, now }: Writing, certificateId: number, event: NewEvent): Promise<void> {
  refuseFuture({ now }, event.effectiveOn)
  await db.transaction(async tx => {
    const [found] = await tx.select().from(certificate).where(eq(certificate.id, certificateId)).for('update')
    if (!found) throw notFound('证书不存在')
    const before = await tx
      .select()
      .from(certificateEvent)
      .where(eq(certificateEvent.certificateId, certificateId))
      .orderBy(asc(certificateEvent.effectiveOn), asc(certificateEvent.id))
    const standing = statusAfter(before.filter(({ effectiveOn }) => effectiveOn <= event.effectiveOn))
    if (!allowsEvent(standing, event.kind))
      throw conflict(`证书当时的状态为“${statusNames[standing]}”，不能再记“${eventNames[event.kind]}”`)
    await tx.insert(certificateEvent).values({ ...event, certificateId, recordedAt: now })
    const status = statusAfter([...before, event].sort((a, b) => a.effectiveOn.localeCompare(b.effectiveOn)))
    if (status !== found.status) await tx.update(certificate).set({ status }).where(eq(certificate.id, certificateId))
    if (onNewPaper.includes(event.kind)) {
      const lookOf = await designSnapshotsFor({ db: tx, now }, [found])
      await tx
        .update(certificate)
        .set({ lookId: lookOf(found) })
        .where(eq(certificate.id, certificateId))
    }
  })
}
