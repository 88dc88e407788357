import { and, desc, eq, inArray, or, type SQL } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { conflict, isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { seriesOf } from '#modules/certificates/server/certificateCatalogue.ts'
import { type Certificate, numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { isConfirmed } from '#modules/training/enrolmentStatus.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import type { FoundCourse } from './scoreQueries.ts'

type QueryCtx = Pick<Ctx, 'db'>
type Level = { code: string; name: string }

const columns = {
  id: participant.id,
  name: participant.name,
  ticketNumber: participant.ticketNumber,
  result: participant.result,
  examKind: participant.examKind,
  levelCode: participant.levelCode,
  typedOld: participant.oldCertificate,
  certificateId: participant.certificateId,
  isActive: participant.isActive,
  certificateNumber: certificate.number,
  registration: {
    id: registration.id,
    number: registration.number,
    organisationName: registration.organisationName,
    provinceCode: registration.provinceCode,
    status: registration.status,
  },
  person: {
    id: person.id,
    name: person.name,
    employer: person.employer,
    provinceCode: person.provinceCode,
    consentAt: person.publicConsentAt,
  },
  employer: {
    id: organisation.id,
    name: organisation.name,
    creditCode: organisation.creditCode,
    provinceCode: organisation.provinceCode,
  },
}

/** Reads the people to certify with their current data in the register of persons. */
export const readPeople = ({ db }: QueryCtx, where: SQL) =>
  db
    .select(columns)
    .from(participant)
    .innerJoin(registration, eq(registration.id, participant.registrationId))
    .leftJoin(person, eq(person.id, participant.personId))
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .leftJoin(certificate, eq(certificate.id, participant.certificateId))
    .where(where)
    .$dynamic()
export type Candidate = Awaited<ReturnType<typeof readPeople>>[number]

/** The employer when it is issued; whoever has none known comes from where they were signed up. */
export const organisationOf = ({ employer, person, registration }: Candidate) =>
  employer?.name ?? (person?.employer || registration.organisationName)

/** Code of the province that a number may contain: of the person, of the employer, of who signed the person up. */
export const provinceOf = ({ person, employer, registration }: Candidate) =>
  person?.provinceCode || employer?.provinceCode || registration.provinceCode || null

/** Candidate with the problems and notes found. `isUnnumbered`: nothing but the number stands in the way. */
export type Planned = Candidate & {
  level: Level
  old: Certificate | undefined
  problem: string
  isUnnumbered: boolean
  note: string
}

/** `problem`: why there can be none; `note`: what becomes of an older one. */
export async function planCertificates(
  ctx: Pick<Ctx, 'db' | 'now'>,
  found: FoundCourse,
  people: Candidate[],
): Promise<Planned[]> {
  const kind = kindOf(found)
  const known = await readOlder(ctx, kind.code, people)
  const unnumbered = people.some(row => provinceOf(row) === null) ? await problemWithoutProvince(ctx, kind.code) : ''
  return people.map(row => {
    const level = levelFor(found, row)
    const typed = row.typedOld ? known.find(of => of.numberKey === numberKey(row.typedOld)) : undefined
    const own = known.find(
      of => of.personId === row.person?.id && of.status === 'valid' && of.levelCode === (level?.code ?? ''),
    )
    const old = typed?.personId === row.person?.id ? typed : own
    const problem = problemOf(row, kind, level, typed, old)
    const numberProblem = provinceOf(row) === null ? unnumbered : ''
    return {
      ...row,
      level: level ?? NO_LEVEL,
      old,
      note: noteOf(row, old),
      problem: problem || numberProblem,
      isUnnumbered: problem === '' && numberProblem !== '',
    }
  })
}
const NO_LEVEL = { code: '', name: '' }

/** Says why a certificate of this kind cannot be numbered for who has no known province; empty where it can. */
async function problemWithoutProvince(ctx: Pick<Ctx, 'db' | 'now'>, kindCode: string): Promise<string> {
  try {
    await seriesOf(ctx, 'personnel', { kindCode, levelCode: '', year: dayOf(ctx.now).slice(0, 4), provinceCode: null })
    return ''
  } catch (error) {
    if (isRefusal(error)) return error.message
    throw error
  }
}

/** The certificate that a course leads to; there must be one, and the association's own. */
export function kindOf({ kind }: FoundCourse) {
  if (!kind) throw conflict('本班没有对应的证书种类，不发证书；要发的请先在培训班设置中选择')
  if (kind.issuer !== 'association') throw conflict(`“${kind.name}”由市场监督管理部门发证，不在这里签发`)
  return kind
}

function levelFor({ of, kind }: FoundCourse, { levelCode }: Candidate): Level | undefined {
  const code = of.levelCode || levelCode
  return kind?.levels.find(level => level.code === code)
}

/** Reads certificates of this kind held by the people, newest first, and the ones they claim to hold. */
async function readOlder({ db }: QueryCtx, kindCode: string, people: Candidate[]): Promise<Certificate[]> {
  const personIds = people.flatMap(({ person }) => person?.id ?? [])
  const keys = people.flatMap(({ typedOld }) => (typedOld ? numberKey(typedOld) : []))
  const held = and(
    inArray(certificate.personId, personIds),
    eq(certificate.register, 'personnel'),
    eq(certificate.kindCode, kindCode),
  )
  if (personIds.length === 0) return []
  return db
    .select()
    .from(certificate)
    .where(or(held, keys.length > 0 ? inArray(certificate.numberKey, keys) : undefined))
    .orderBy(desc(certificate.validFrom), desc(certificate.id))
}

function problemOf(
  row: Candidate,
  kind: { code: string; levels: Level[] },
  level: Level | undefined,
  typed: Certificate | undefined,
  old: Certificate | undefined,
): string {
  if (!row.isActive || !isConfirmed(row.registration.status)) return '已不在本班名册中'
  if (!row.person) return '没有人员档案：证件号码在名册中是另一个姓名，请先核对更正'
  if (kind.levels.length > 0 && !level) return '没有申报级别：请在培训班设置中选定级别，或在报名中补填'
  if (typed && typed.personId !== row.person.id) return `原证书 ${typed.number} 不在本人名下`
  if (typed && typed.kindCode !== kind.code) return `原证书 ${typed.number} 是“${typed.kindName}”，不是本班的种类`
  if (old && old.status !== 'valid') return `原证书 ${old.number} 现为“${statusNames[old.status]}”，不能换证`
  return ''
}

function noteOf({ typedOld, examKind }: Candidate, old: Certificate | undefined): string {
  if (old) return `替代 ${old.number}`
  return examKind === 'renewal' && typedOld ? `原证书 ${typedOld} 不在名册，按新证签发` : ''
}

/**
 * First day of validity. An older certificate of the same level counts until its last day, so the new one follows it;
 * one of another level is replaced at once.
 */
export function validFromOf({ old, level }: Planned, today: string): string {
  const runs = old?.validTo && old.validTo >= today && old.levelCode === level.code
  return runs ? addDays(old.validTo!, 1) : today
}
