import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { residentIdCheck } from '#lib/residentId.ts'
import type { Services } from '#lib/server/api/context.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '#modules/certificates/server/register.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { enterPerson, type NewPerson } from '#modules/members/server/persons.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { isIssuedHere, type PersonnelKind, readKinds } from '#modules/personnel/catalogue/server/kinds.ts'
import { updateAllShortfalls } from '#modules/qualifications/shortfalls/server/nightlyShortfalls.ts'
import { insertCareers, insertStudyHours, requestTakeover } from './demo/careers.ts'
import { type DemoCertificate, demoCertificates } from './demo/certificates.ts'
import { colleague, type DemoPerson, demoHolders, demoPeople } from './demo/people.ts'
import { insertRosters } from './demo/rosters.ts'

type Loading = Services & { now: Date }
type Employer = Pick<typeof organisation.$inferSelect, 'id' | 'name' | 'provinceCode' | 'categories'>
type Holder = { id: number; name: string; provinceCode: string; employer?: Employer; isPublic: boolean }

const VALID_YEARS = 4

/** People with their employers, and their certificates. */
export async function demoPersonnel(ctx: Loading) {
  const kinds = await readKinds(ctx).where(isIssuedHere)
  const people = demoPeople(kinds)
  await insertCertificates(ctx, kinds, await enterPeople(ctx, kinds))
  await insertRosters(ctx, (of, i) => colleagueOf(ctx, of, { i, known: people.length }))
  await insertCareers(ctx)
  await insertStudyHours(ctx)
  await requestTakeover(ctx)
  await updateAllShortfalls(ctx)
}

/** The individual members are known before; the others are entered here. */
async function enterPeople(ctx: Loading, kinds: readonly PersonnelKind[]): Promise<Holder[]> {
  const employers = await ctx.db.select().from(organisation).orderBy(organisation.id)
  for (const [i, one] of demoPeople(kinds).entries())
    await enterPerson(ctx, toPerson(ctx, one, i, employerOf(one, i, employers)))
  const people = new Map((await ctx.db.select().from(person)).map(row => [row.name, row]))
  return demoHolders(kinds).map(({ name }) => {
    const { id, provinceCode, organisationId, publicConsentAt } = people.get(name)!
    const employer = employers.find(({ id }) => id === organisationId)
    return { id, name, employer, provinceCode: provinceCode!, isPublic: publicConsentAt !== null }
  })
}

function employerOf({ employer }: DemoPerson, i: number, all: Employer[]): Employer | undefined {
  if (employer === null) return undefined
  if (typeof employer === 'string') return all.find(({ name }) => name === employer)
  const fitting = all.filter(({ categories }) => categories.some(category => employer.trades.includes(category)))
  return fitting[(i * 5) % fitting.length]
}

/** Whom only the company's file knows: nobody has agreed to be shown. */
function colleagueOf(ctx: Loading, of: Employer, { i, known }: { i: number; known: number }): NewPerson {
  const { publicConsentAt: _, publicConsentVersion: __, ...person } = toPerson(ctx, colleague(i), known + i, of)
  return person
}

const homes = ['110000', '310000', '320000', '370000', '440000']

function toPerson(
  { now }: Loading,
  { name, sex }: Pick<DemoPerson, 'name' | 'sex'>,
  i: number,
  employer: Employer | undefined,
): NewPerson {
  const provinceCode = employer?.provinceCode ?? homes[i % homes.length]!
  const year = Number(dayOf(now).slice(0, 4)) - 24 - ((i * 5) % 34)
  const bornOn = `${year}-${two(1 + ((i * 7) % 12))}-${two(1 + ((i * 11) % 28))}`
  // The address code names a province only, so that it is nobody's; odd for men, even for women.
  const first17 = `${provinceCode}${bornOn.replaceAll('-', '')}${100 + (i % 440) * 2 + (sex === 'male' ? 1 : 0)}`
  return {
    name,
    sex,
    bornOn,
    provinceCode,
    organisationId: employer?.id,
    idNumber: first17 + residentIdCheck(first17),
    mobile: `1390000${6000 + i}`,
    education: pick(['专科', '本科', '本科', '硕士', '中专'], i),
    major: pick(['应用化学', '热能与动力工程', '过程装备与控制工程', '环境工程', '安全工程', '电气工程'], i),
    jobTitle: pick(['助理工程师', '工程师', '工程师', '高级工程师', '技师'], i),
    publicConsentAt: now,
    publicConsentVersion: '1',
  }
}

const two = (number: number) => String(number).padStart(2, '0')
const pick = (from: string[], i: number) => from[i % from.length]!

async function insertCertificates(ctx: Loading, kinds: readonly PersonnelKind[], holders: Holder[]) {
  const ids: number[] = []
  const certificates = demoCertificates(kinds)
  for (const of of certificates) {
    const replacesId = of.renews === undefined ? null : ids[of.renews]
    const renewed = of.begins && certificates[of.renews!]!
    const row = toCertificate(ctx, of, { holder: holders[of.person]!, kinds, renewed })
    const [entered] = await enterCertificates(ctx, [{ ...row, replacesId }])
    ids.push(entered!.id)
    for (const { kind, daysAgo, reason } of of.events ?? [])
      await recordEvent(ctx, entered!.id, { kind, reason, effectiveOn: addDays(dayOf(ctx.now), -daysAgo) })
  }
}

type Issue = { holder: Holder; kinds: readonly PersonnelKind[]; renewed: DemoCertificate | undefined }

function toCertificate({ now }: Loading, of: DemoCertificate, { holder, kinds, renewed }: Issue): NewCertificate {
  const { group, name, levels } = kinds.find(({ code }) => code === of.kind)!
  const issuedOn = of.issuedOn ?? addDays(dayOf(now), -of.issuedDaysAgo)
  const validFrom = renewed ? addDays(lastDay(addDays(dayOf(now), -renewed.issuedDaysAgo), VALID_YEARS), 1) : issuedOn
  return {
    register: 'personnel',
    number: `${of.kind}-${issuedOn.slice(0, 4)}-${holder.provinceCode.slice(0, 2)}-${String(of.serial).padStart(5, '0')}`,
    holderName: holder.name,
    personId: holder.id,
    organisationName: holder.employer?.name ?? '',
    organisationId: holder.employer?.id,
    provinceCode: holder.provinceCode,
    groupCode: group.code,
    groupName: group.name,
    kindCode: of.kind,
    kindName: name,
    levelCode: of.level,
    levelName: levels.find(({ code }) => code === of.level)?.name ?? '',
    issuer: '全国锅炉与锅炉水处理行业协会',
    issuedOn,
    validFrom,
    validTo: lastDay(validFrom, VALID_YEARS),
    publishedAt: holder.isPublic ? startOf(issuedOn) : null,
  }
}
