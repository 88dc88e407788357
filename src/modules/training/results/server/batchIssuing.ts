import { asc, eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record, recordAll } from '#modules/audit/server/record.ts'
import { recordAct } from '#modules/certificates/issuing/server/acts.ts'
import { freeNumbers } from '#modules/certificates/issuing/server/freeNumbers.ts'
import { notifyCertificateChange } from '#modules/certificates/issuing/server/onCertificateChange.ts'
import { seriesOf } from '#modules/certificates/server/certificateCatalogue.ts'
import { enterCertificates, type NewCertificate } from '#modules/certificates/server/register.ts'
import { endAfter } from '#modules/certificates/status.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { renderTemplate } from '#modules/messages/server/templates.ts'
import { personnelGroup } from '#modules/personnel/server/tables.ts'
import type { Effect, Entered } from '#modules/review/server/applicationKinds.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { certificateBatch, participant } from '#modules/training/server/tables.ts'
import {
  kindOf,
  organisationOf,
  type Planned,
  planCertificates,
  provinceOf,
  readPeople,
  validFromOf,
} from './batchPeople.ts'
import { findBatch } from './batchQueries.ts'
import { holderCertificate, notifyIssued } from './resultMessages.ts'
import type { FoundCourse } from './scoreQueries.ts'

type Issued = { row: Planned; id: number; number: string }

/**
 * Issues all certificates in the transaction of the approving step. Who cannot be given a number is taken out of the batch
 * and named; for any other problem no certificate is issued and no number used.
 */
export async function issueBatch(ctx: Ctx, { application }: Entered): Promise<Effect> {
  const { batch, found } = await findBatch(ctx, application.subjectId!)
  const { people, unnumbered } = await lockPeople(ctx, found, batch.id)
  await releaseUnnumbered(ctx, unnumbered)
  const issued = await enterAll(ctx, people, await rowsFor(ctx, found, people))
  await ctx.db.update(certificateBatch).set({ issuedAt: ctx.now }).where(eq(certificateBatch.id, batch.id))
  await replaceOlder(ctx, issued)
  await recordIssued(ctx, batch.id, issued, application.number ?? '')
  await notifyIssued(ctx, found.of, new Map(issued.map(({ row, number }) => [row.id, number])))
  await notifyHolders(ctx, found, issued)
  const numbers = issued.map(({ number }) => number).sort()
  const done = `已签发 ${issued.length} 张证书，编号 ${numbers[0]} 至 ${numbers.at(-1)}。`
  if (unnumbered.length === 0) return { say: done }
  return { say: `${done}另有 ${unnumbered.length} 人未签发，补正后可列入下一批：${reasonsOf(unnumbered)}。` }
}

/** Names people under each problem. */
const reasonsOf = (people: readonly Planned[]) =>
  [...Map.groupBy(people, ({ problem }) => problem)]
    .map(([problem, rows]) => `${rows.map(({ name }) => `“${name}”`).join('、')}：${problem}`)
    .join('；')

/** Takes people out of the batch, so that a later one may contain them. */
const releaseUnnumbered = ({ db }: Ctx, people: readonly Planned[]) =>
  db
    .update(participant)
    .set({ batchId: null })
    .where(
      inArray(
        participant.id,
        people.map(({ id }) => id),
      ),
    )

/** Locks and rechecks the people; a problem that has come up since the review blocks the whole batch. */
async function lockPeople(ctx: Ctx, found: FoundCourse, batchId: number) {
  const inBatch = eq(participant.batchId, batchId)
  await ctx.db
    .select({ id: participant.id })
    .from(participant)
    .where(inBatch)
    .orderBy(asc(participant.id))
    .for('update')
  const people = await planCertificates(
    ctx,
    found,
    await readPeople(ctx, inBatch).orderBy(asc(participant.ticketNumber), asc(participant.id)),
  )
  if (people.length === 0) throw conflict('批次里已经没有人，请退回或不予通过')
  const troubled = people.filter(({ problem, isUnnumbered }) => problem && !isUnnumbered)
  if (troubled.length > 0) throw conflict(`不能发证：${reasonsOf(troubled)}。请退回批次，移出后重新提交`)
  const unnumbered = people.filter(({ isUnnumbered }) => isUnnumbered)
  if (unnumbered.length === people.length)
    throw conflict(`批次中没有一人能编号：${reasonsOf(unnumbered)}。请补正后再通过，或退回批次`)
  return { people: people.filter(({ isUnnumbered }) => !isUnnumbered), unnumbered }
}

/** Printed content of each certificate except the number. */
async function rowsFor(ctx: Ctx, found: FoundCourse, people: Planned[]): Promise<Omit<NewCertificate, 'number'>[]> {
  const kind = kindOf(found)
  const [group] = await ctx.db.select().from(personnelGroup).where(eq(personnelGroup.id, kind.groupId))
  const { association } = await readPublicConfig(ctx)
  const today = dayOf(ctx.now)
  return people.map(row => {
    const { person, employer, level, old } = row
    const validFrom = validFromOf(row, today)
    return {
      register: 'personnel',
      holderName: person!.name,
      organisationName: organisationOf(row),
      personId: person!.id,
      organisationId: employer?.id,
      creditCode: employer?.creditCode,
      provinceCode: provinceOf(row),
      groupCode: group!.code,
      groupName: group!.name,
      kindCode: kind.code,
      kindName: kind.name,
      levelCode: level.code,
      levelName: level.name,
      issuer: association.name,
      issuedOn: today,
      validFrom,
      validTo: endAfter(validFrom, kind.validYears),
      replacesId: old?.id,
      publishedAt: person!.consentAt && ctx.now,
    }
  })
}

/** Numbers are taken series by series, always in the same order: two batches at once wait for each other, and go on. */
async function enterAll(ctx: Ctx, people: Planned[], rows: Omit<NewCertificate, 'number'>[]): Promise<Issued[]> {
  const places = rows.map(({ provinceCode }) => provinceCode ?? null)
  const numbers: string[] = []
  for (const provinceCode of [...new Set(places)].sort()) {
    const own = places.flatMap((place, i) => (place === provinceCode ? i : []))
    const { kindCode, levelCode = '', issuedOn } = rows[own[0]!]!
    const of = { kindCode, levelCode, year: issuedOn.slice(0, 4), provinceCode }
    const series = await seriesOf(ctx, 'personnel', of)
    for (const [n, number] of (await freeNumbers(ctx, series, own.length)).entries()) numbers[own[n]!] = number
  }
  const entered = await enterCertificates(
    ctx,
    rows.map((row, i) => ({ ...row, number: numbers[i]! })),
  )
  const ids = new Map(entered.map(({ id, number }) => [number, id]))
  const issued = people.map((row, i) => ({ row, id: ids.get(numbers[i]!)!, number: numbers[i]! }))
  await ctx.db.execute(sql`
    update ${participant} set certificate_id = issued.certificate
    from unnest(${sql.param(issued.map(({ row }) => row.id))}::int[], ${sql.param(issued.map(({ id }) => id))}::int[])
      as issued(person, certificate)
    where ${participant.id} = issued.person`)
  await notifyCertificateChange(
    ctx,
    issued.map(({ id }) => id),
    'issued',
  )
  return issued
}

/** Ends the older certificate if the new one is valid from today. */
async function replaceOlder(ctx: Ctx, issued: Issued[]): Promise<void> {
  const today = dayOf(ctx.now)
  for (const { row, number } of issued)
    if (row.old && validFromOf(row, today) === today)
      await recordAct(ctx, row.old, { kind: 'replaced', effectiveOn: today, reason: `换发新证书 ${number}` })
}

async function recordIssued(ctx: Ctx, id: number, issued: Issued[], batch: string): Promise<void> {
  await record(ctx, {
    action: 'certificateBatch.issue',
    objectType: 'certificateBatch',
    objectId: id,
    objectName: batch,
    detail: { count: issued.length },
  })
  await recordAll(
    ctx,
    issued.map(({ id, number, row }) => ({
      action: 'certificate.issue',
      objectType: 'certificate',
      objectId: id,
      objectName: number,
      detail: { application: batch, ...(row.old && { replaces: row.old.number }) },
    })),
  )
}

async function notifyHolders(ctx: Ctx, { kind }: FoundCourse, issued: Issued[]): Promise<void> {
  const byPerson = new Map(issued.map(one => [one.row.person!.id, one]))
  const accounts = await ctx.db
    .select({ id: account.id, personId: account.personId })
    .from(account)
    .where(inArray(account.personId, [...byPerson.keys()]))
  for (const { id: accountId, personId } of accounts) {
    const { id, number } = byPerson.get(personId!)!
    const texts = await renderTemplate(ctx, holderCertificate.code, { 证书: kind!.name, 编号: number })
    await notify(ctx, {
      ...texts,
      accountId,
      kind: 'personnel',
      route: '/admin/user/certificates',
      objectType: 'certificate',
      objectId: id,
    })
  }
}
