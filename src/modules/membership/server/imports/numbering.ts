import { and, eq, inArray, isNotNull, isNull, like, not, sql } from 'drizzle-orm'
import { isPendingCode } from '#lib/creditCode.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { nextNumbers, skipNumbers } from '#modules/certificates/server/numbers.ts'
import { enterCertificates, type NewCertificate, numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { Obstacle } from '#modules/imports/server/importKinds.ts'
import { removeCertificates } from '#modules/imports/server/removing.ts'
import { importRow } from '#modules/imports/server/tables.ts'
import type { CompletedRow } from '#modules/members/server/organisations.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { certificateKinds } from '#modules/membership/joining/server/admission.ts'
import { termEnd } from '#modules/membership/register/server/memberCertificates.part.ts'
import { readPublicConfig, readSetting } from '#modules/settings/server/settings.ts'
import { memberNumber, memberSeries } from '../numbers.ts'
import { member, memberLevel } from '../tables.ts'

/** Placeholder for numbers until the end of the import, which keeps the lock on the number series short. */
export const PENDING_NUMBER_PREFIX = '待编号-'

type Row = Awaited<ReturnType<typeof createdMembers>>[number]

/** Rows between two heartbeats. */
const ROWS_PER_HEARTBEAT = 250

/** Numbers what came without one, in the order of the rows, and issues the certificates of those in good standing. */
export async function numberAndCertify(
  ctx: Ctx,
  batchId: number,
  beat: (done: number) => Promise<void>,
): Promise<void> {
  const { numberPrefix = 'M' } = (await readSetting(ctx, 'membership')) ?? {}
  const rows = await createdMembers(ctx, batchId)
  await advanceSeries(ctx, rows)
  const pending = rows.filter(({ number }) => number.startsWith(PENDING_NUMBER_PREFIX))
  for (const [series, of] of Map.groupBy(pending, row => memberSeries(numberPrefix, row))) {
    const numbers = await freeNumbers(ctx, series, of.length)
    for (const [i, row] of of.entries()) row.number = numbers[i]!
  }
  for (let from = 0; from < rows.length; from += ROWS_PER_HEARTBEAT) {
    const some = rows.slice(from, from + ROWS_PER_HEARTBEAT)
    await certify(ctx, some)
    await writeNumbers(ctx, some)
    await beat(from + some.length)
  }
}

const writeNumbers = ({ db }: Ctx, rows: Row[]) =>
  db.execute(sql`
    update ${member} set number = given.number, certificate_id = given.certificate_id
    from unnest(
      ${sql.param(rows.map(({ id }) => id))}::int[],
      ${sql.param(rows.map(({ number }) => number))}::text[],
      ${sql.param(rows.map(({ certificateId }) => certificateId))}::int[]
    ) given (id, number, certificate_id)
    where member.id = given.id`)

const memberColumns = {
  id: member.id,
  number: member.number,
  kind: member.kind,
  levelCode: member.levelCode,
  status: member.status,
  joinedOn: member.joinedOn,
  validTo: member.validTo,
  certificateId: member.certificateId,
  organisationId: member.organisationId,
  personId: member.personId,
  levelName: memberLevel.name,
  numberPrefix: memberLevel.numberPrefix,
  name: sql<string>`coalesce(${organisation.name}, ${person.name})`,
  employer: sql<string>`coalesce(${organisation.name}, ${person.employer})`,
  provinceCode: sql<string | null>`coalesce(${organisation.provinceCode}, ${person.provinceCode})`,
  creditCode: organisation.creditCode,
  publicConsentAt: person.publicConsentAt,
}

const createdMembers = ({ db }: Ctx, batchId: number) =>
  db
    .select(memberColumns)
    .from(importRow)
    .innerJoin(member, eq(member.id, importRow.objectId))
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .leftJoin(organisation, eq(organisation.id, member.organisationId))
    .leftJoin(person, eq(person.id, member.personId))
    .where(and(eq(importRow.batchId, batchId), isNull(importRow.before)))
    .orderBy(importRow.row)

/** Issues the certificate of a member that waited for the code of its company. */
export async function certifyCompleted(ctx: Ctx, organisationId: number): Promise<void> {
  const rows = await ctx.db
    .select(memberColumns)
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .leftJoin(person, eq(person.id, member.personId))
    .where(
      and(
        eq(member.organisationId, organisationId),
        isNull(member.certificateId),
        not(like(member.number, `${PENDING_NUMBER_PREFIX}%`)),
      ),
    )
  await certify(ctx, rows)
  for (const { id, certificateId } of rows)
    if (certificateId !== null) await ctx.db.update(member).set({ certificateId }).where(eq(member.id, id))
}

/** Takes the certificates out again that `certifyCompleted` issued at that moment; the members wait for a code again. */
export async function withdrawCompleted(ctx: Ctx, rows: readonly CompletedRow[], writtenAt: Date): Promise<Obstacle[]> {
  const { id, organisationId, certificateId } = member
  const certified = await ctx.db
    .select({ id, organisationId, certificateId })
    .from(member)
    .where(
      and(
        inArray(
          organisationId,
          rows.map(one => one.organisationId),
        ),
        isNotNull(certificateId),
      ),
    )
  const rowOf = new Map(rows.map(({ row, organisationId }) => [organisationId, row]))
  await ctx.db
    .update(member)
    .set({ certificateId: null })
    .where(
      inArray(
        id,
        certified.map(one => one.id),
      ),
    )
  const papers = certified.map(one => ({
    row: rowOf.get(one.organisationId!)!,
    objectId: one.certificateId!,
    before: null,
  }))
  return removeCertificates(ctx, papers, writtenAt)
}

/** A series goes on behind the numbers that the sheet itself gave. */
async function advanceSeries(ctx: Ctx, rows: Row[]): Promise<void> {
  const last = new Map<string, number>()
  for (const { number } of rows) {
    const [, series, n] = number.match(/^(.+)-(\d{1,6})$/) ?? []
    if (series && !number.startsWith(PENDING_NUMBER_PREFIX))
      last.set(series, Math.max(last.get(series) ?? 0, Number(n)))
  }
  for (const [series, n] of last) await skipNumbers(ctx, series, n)
}

async function freeNumbers(ctx: Ctx, series: string, count: number): Promise<string[]> {
  const free: string[] = []
  while (free.length < count) {
    const next = (await nextNumbers(ctx, series, count - free.length)).map(n => memberNumber(series, n))
    const taken = await takenNumbers(ctx, next)
    free.push(...next.filter(number => !taken.has(numberKey(number))))
  }
  return free
}

/** Numbers in use, as `numberKey`s: of members and of certificates, which carry the member number. */
export async function takenNumbers({ db }: Pick<Ctx, 'db'>, numbers: string[]): Promise<Set<string>> {
  const keys = numbers.map(numberKey)
  const members = await db.select({ number: member.number }).from(member).where(inArray(member.number, numbers))
  const papers = await db
    .select({ key: certificate.numberKey })
    .from(certificate)
    .where(inArray(certificate.numberKey, keys))
  return new Set([...members.map(({ number }) => numberKey(number)), ...papers.map(({ key }) => key)])
}

async function certify(ctx: Ctx, rows: Row[]): Promise<void> {
  const { association } = await readPublicConfig(ctx)
  // A company whose code is missing or wrong waits until it is completed.
  const active = rows.filter(
    ({ status, creditCode }) => status === 'active' && !(creditCode && isPendingCode(creditCode)),
  )
  const papers: NewCertificate[] = []
  for (const of of active)
    papers.push({
      register: 'membership',
      groupCode: 'HY',
      groupName: '会员',
      number: of.number,
      issuer: association.name,
      kindCode: certificateKinds[of.kind].code,
      kindName: certificateKinds[of.kind].name,

      levelCode: String(of.levelCode),
      levelName: of.levelName,
      holderName: of.name,
      organisationName: of.employer,
      organisationId: of.organisationId,
      personId: of.personId,
      creditCode: of.creditCode,
      provinceCode: of.provinceCode,
      publishedAt: of.kind === 'person' ? of.publicConsentAt : ctx.now,
      issuedOn: of.joinedOn,
      validFrom: of.joinedOn,
      validTo: of.validTo ?? (await termEnd(ctx, of.joinedOn)),
      source: 'legacy',
    })
  const issued = papers.length > 0 ? await enterCertificates(ctx, papers) : []
  for (const [i, { id }] of issued.entries()) active[i]!.certificateId = id
}
