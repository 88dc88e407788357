import { addDays, dayOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { enterPerson, type NewPerson } from '#modules/members/server/persons.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { isIssuedHere, type PersonnelKind, readKinds } from '#modules/personnel/catalogue/server/kinds.ts'
import type { LevelRequirements } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { coverOf, type Workforce } from '#modules/qualifications/eligibility/server/cover.ts'
import { readWorkforces } from '#modules/qualifications/eligibility/server/workforce.ts'
import type { Requirement } from '#modules/qualifications/server/tables.ts'
import { readHeld } from '#modules/qualifications/shortfalls/server/shortfalls.ts'

type Loading = Services & { now: Date }
type Organisation = typeof organisation.$inferSelect
type Hired = { title: string; endsInDays?: number }

const VALID_YEARS = 4

/** Companies that have not all that their certificates ask for, or of whose people one should renew soon. */
const shortfalls: Record<string, { missing?: number; endsInDays?: number }> = {
  西安秦岭工业清洗有限公司: { missing: 1 },
  北京清源锅炉清洗有限公司: { endsInDays: 40 },
}
/** Applies for more than its people allow: 持证 3 of the 4 that a D needs. */
const applicantStaff: Record<string, Hired[]> = {
  济南泰山水处理药剂有限公司: [
    { title: '工程师', endsInDays: 900 },
    { title: '助理工程师' },
    { title: '技师', endsInDays: 40 },
  ],
}
/** Group of personal certificates by kind of company certificate. */
const groups: Record<string, string> = { QX: 'HQ', JC: 'SJ', SB: 'SC', YJ: 'SC', FW: 'GL', NX: 'NX', XY: 'SC' }

/** The people on whom the certificates of organisations stand, as far as the demo does not know them before. */
export async function insertRosters(ctx: Loading, personOf: (of: Organisation, i: number) => NewPerson): Promise<void> {
  const organisations = await ctx.db.select().from(organisation).orderBy(organisation.id)
  const ids = organisations.map(({ id }) => id)
  const workforces = await readWorkforces(ctx, ids)
  const held = Map.groupBy(await readHeld(ctx, ids), ({ organisationId }) => organisationId)
  const issued = await readKinds(ctx).where(isIssuedHere)
  let made = 0
  for (const of of organisations) {
    const certificates = held.get(of.id) ?? []
    const group = groups[certificates[0]?.kindCode.slice(0, 2) ?? 'QX']!
    const kind = issued.find(one => one.group.code === group)!
    const kinds = certificates.flatMap(({ asked }) => asked.certifiedKinds)
    const hired = hiredFor(of.name, strictest(certificates), { ...workforces.get(of.id)!, kinds })
    for (const one of hired) await hire(ctx, of, { ...personOf(of, made), jobTitle: one.title }, kind, one, made++)
  }
}

/** Returns the maximum of each requirement of all certificates. */
function strictest(certificates: readonly { asked: LevelRequirements }[]): Requirement {
  const all: Requirement = {}
  for (const { asked } of certificates)
    for (const [what, count] of Object.entries(asked.requirement) as [keyof Requirement, number][])
      all[what] = Math.max(all[what] ?? 0, count)
  return all
}

function hiredFor(
  name: string,
  { senior = 0, middle = 0, junior = 0, certified = 0 }: Requirement,
  known: Workforce & { kinds: string[] },
): Hired[] {
  if (applicantStaff[name]) return applicantStaff[name]
  const has = (...ranks: (string | null)[]) => known.people.filter(({ rank }) => ranks.includes(rank)).length
  const seniors = Math.max(0, senior - has('senior'))
  const middles = Math.max(0, middle - has('senior', 'middle') - seniors)
  const juniors = Math.max(0, junior - has('junior'))
  const titles = [
    ...Array(seniors).fill('高级工程师'),
    ...Array(middles).fill('工程师'),
    ...Array(juniors).fill('助理工程师'),
  ]
  const { missing = -1, endsInDays } = shortfalls[name] ?? {}
  const lasting = known.people.filter(({ held }) => coverOf(held, known, known.today)).length
  const certificates = certified ? Math.max(endsInDays ? 1 : 0, certified - lasting - missing) : 0
  return Array.from({ length: Math.max(titles.length, certificates) }, (_, i) => {
    const lasts = i === 0 && endsInDays ? endsInDays : 300 + ((i * 97) % 1000)
    return { title: titles[i] ?? '技师', endsInDays: i < certificates ? lasts : undefined }
  })
}

async function hire(
  ctx: Loading,
  of: Organisation,
  person: NewPerson,
  kind: PersonnelKind,
  { endsInDays }: Hired,
  i: number,
) {
  const personId = await enterPerson(ctx, person)
  if (endsInDays === undefined) return
  const level = kind.levels[i % kind.levels.length]
  const validTo = addDays(dayOf(ctx.now), endsInDays)
  const validFrom = addDays(lastDay(addDays(validTo, 1), -VALID_YEARS), 1)
  await enterCertificates(ctx, [
    {
      register: 'personnel',
      holderName: person.name,
      personId,
      organisationName: of.name,
      organisationId: of.id,
      number: `${kind.code}-${validFrom.slice(0, 4)}-${of.provinceCode.slice(0, 2)}-${String(5000 + i).padStart(5, '0')}`,
      provinceCode: of.provinceCode,
      groupCode: kind.group.code,
      groupName: kind.group.name,
      kindCode: kind.code,
      kindName: kind.name,
      levelCode: level?.code ?? '',
      levelName: level?.name ?? '',
      issuer: '全国锅炉与锅炉水处理行业协会',
      issuedOn: validFrom,
      validFrom,
      validTo,
    },
  ])
}
