import { and, count, eq, inArray, min } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isSameName } from '#lib/server/database/containsWords.ts'
import { recordAll } from '#modules/audit/server/record.ts'
import { type AwardKind, awardCertificate } from '#modules/awards/server/tables.ts'
import { freeNumbers } from '#modules/certificates/issuing/server/freeNumbers.ts'
import { notifyCertificateChange } from '#modules/certificates/issuing/server/onCertificateChange.ts'
import { certificateIssued, notifyHolder } from '#modules/certificates/server/certificateMessages.ts'
import { readPrefix } from '#modules/certificates/server/numberRules.ts'
import { enterCertificates, type NewCertificate } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { prizeName, scopeOf, type WinningOrganisation, type WinningPerson, type Won, winnerWords } from '../winning.ts'
import { AWARDS, certificateKind } from './catalogue.part.ts'
import type { Winner } from './winners.ts'

type Awarded = { kind: AwardKind; winner: Winner; won: Won }
type Applicant = Pick<Application, 'organisationId'>
type WriteCtx = Pick<Ctx, 'db' | 'now' | 'config'>
type Row = Omit<NewCertificate, 'number'> & { holder: 'organisation' | 'person'; place: number }

/** Enters what was won, and tells its holders; `applicant`: who reads of all of them elsewhere. Answers the numbers. */
export async function certify(ctx: Ctx, awarded: Awarded, applicant: Applicant): Promise<string[]> {
  const entered = await issueCertificates(ctx, awarded)
  const ids = entered.map(({ id }) => id)
  await notifyCertificateChange(ctx, ids, 'issued')
  await recordAll(
    ctx,
    entered.map(({ id, number }) => ({
      action: 'certificate.issue',
      objectType: 'certificate',
      objectId: id,
      objectName: number,
      detail: { award: awarded.winner.name, level: awarded.winner.levelName },
    })),
  )
  await notifyHolders(ctx, ids, applicant)
  return entered.map(({ number }) => number)
}

/** Issues one certificate per organisation and person, in their order and with consecutive numbers. */
export async function issueCertificates(ctx: WriteCtx, awarded: Awarded): Promise<{ id: number; number: string }[]> {
  const rows = await rowsFor(ctx, awarded)
  if (rows.length === 0) return []
  const { winner, kind } = awarded
  const prefix = `${await readPrefix(ctx)}-${kind.numberCode}-${winner.year}`
  const numbers = await freeNumbers(ctx, { prefix, digits: 4 }, rows.length)
  const entered = await enterCertificates(
    ctx,
    rows.map(({ holder: _, place: __, ...row }, i) => ({ ...row, number: numbers[i]! })),
  )
  const ids = new Map(entered.map(({ id, number }) => [number, id]))
  const issued = numbers.map(number => ({ id: ids.get(number)!, number }))
  await ctx.db
    .insert(awardCertificate)
    .values(rows.map(({ holder, place }, i) => ({ winnerId: winner.id, certificateId: issued[i]!.id, holder, place })))
  return issued
}

/** The applicant is told of all of them; the others of their own. */
async function notifyHolders(ctx: Ctx, ids: number[], { organisationId }: Applicant): Promise<void> {
  const all = await ctx.db.select().from(certificate).where(inArray(certificate.id, ids))
  for (const of of all)
    if (of.personId !== null || of.organisationId !== organisationId) await notifyHolder(ctx, of, certificateIssued)
}

async function rowsFor(ctx: WriteCtx, { kind, winner, won }: Awarded): Promise<Row[]> {
  const { association } = await readPublicConfig(ctx)
  const words = winnerWords[kind.form]
  const today = dayOf(ctx.now)
  const common = {
    register: 'award' as const,
    groupCode: AWARDS.code,
    groupName: AWARDS.name,

    kindCode: certificateKind(kind),
    kindName: prizeName({ kindName: kind.name, subTypeName: winner.subTypeName }),
    levelCode: winner.levelCode,
    levelName: winner.levelName,
    issuer: association.name,
    issuedOn: today,
    validFrom: today,
    validTo: null,
    publishedAt: ctx.now,
  }
  const scope = (role: string, place: number, all: number) =>
    scopeOf({ work: words.work, name: winner.name, year: winner.year, role, place, all })
  const rows: Row[] = []
  for (const [i, one] of won.organisations.entries())
    rows.push({
      ...common,
      ...(await organisationHolding(ctx, one)),
      holder: 'organisation',
      place: i + 1,
      scope: scope(words.organisation, i + 1, won.organisations.length),
    })
  for (const [i, one] of won.persons.entries())
    rows.push({
      ...common,
      ...(await personHolding(ctx, one)),
      holder: 'person',
      place: i + 1,
      scope: scope(words.person, i + 1, won.persons.length),
    })
  return rows
}

/** Linked where the register knows the organisation by its credit code; by name alone nobody is. */
async function organisationHolding({ db }: Pick<Ctx, 'db'>, { name, creditCode }: WinningOrganisation) {
  const [known] = creditCode ? await db.select().from(organisation).where(eq(organisation.creditCode, creditCode)) : []
  return {
    holderName: name,
    organisationName: name,
    organisationId: known?.id ?? null,
    creditCode,
    provinceCode: known?.provinceCode ?? null,
  }
}

/** Linked only where the register knows one person of that name who works there, and no other. */
async function personHolding({ db }: Pick<Ctx, 'db'>, { name, organisationName }: WinningPerson) {
  const [found] = await db
    .select({ n: count(), id: min(person.id), organisationId: min(person.organisationId) })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.organisationId))
    .where(and(eq(person.name, name), isSameName(organisation.name, organisationName)))
  const one = found?.n === 1 ? found : undefined
  return {
    holderName: name,
    organisationName,
    personId: one?.id ?? null,
    organisationId: one?.organisationId ?? null,
    creditCode: null,
    provinceCode: null,
  }
}
