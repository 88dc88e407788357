import { eq, sql } from 'drizzle-orm'
import { provincial } from '#modules/accounts/permissions.ts'
import { staffRole } from '../../../src/modules/accounts/server/tables.ts'
import { startApp } from '../app.ts'
import { asStaff, staffSession, staffWith } from '../make.ts'
import { call } from './calling.ts'

/** The provinces that the branch serves, and one that it does not. */
export const HERE = ['320000', '330000'] as const
const THERE = '370000'
export const NOT_HERE = '您的权限限于江苏、浙江，这条记录不在其中'

type Site = Awaited<ReturnType<typeof startApp>>
type Db = Site['services']['db']
type Side = 'here' | 'elsewhere'
export type Branched = Awaited<ReturnType<typeof startBranched>>

/**
 * The demo association with a branch that serves half of everybody, made by its administrator, and a colleague whose only
 * role, with every permission that can be limited, is limited to it.
 */
export async function startBranched() {
  const site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '10000', DOCUMENTS_PER_MINUTE: '10000' } })
  const { db } = site.services
  await divide(db)
  const admin = await asStaff(site, 'admin')
  const form = { name: '长三角分会', provinces: [...HERE], status: 'open' }
  const { data: branch } = await admin.post('/staff/branch/save', { form })
  const role = { name: '分会专员', permissions: [...provincial], branches: [String(branch.id)], status: 'open' }
  const { data: made } = await admin.post('/staff/role/save', { form: role })
  const [row] = await db.select().from(staffRole).where(eq(staffRole.id, made.id))
  for (const side of ['here', 'elsewhere'] as const) {
    const [id] = await idsOf(db, 'application', side)
    await admin.post('/staff/review/note', { id, text: '已电话核实' })
  }
  const userName = await staffWith(site, [row!.code])
  const session = await staffSession(site, userName)
  return {
    site,
    admin,
    branchId: branch.id as number,
    limited: await asStaff(site, userName),
    call: (key: string, given: Record<string, unknown> = {}) => call(site, session, key, given),
    idsOf: (what: string, side: Side) => idsOf(db, what, side),
    someOf: (side: Side) => someOf(db, side),
    words: { here: await wordsOf(db, 'here'), elsewhere: await wordsOf(db, 'elsewhere') },
    /** Names that a query finds. */
    wordsFound: async (query: string) => (await db.execute<{ word: string }>(query)).rows.map(({ word }) => word),
    /** Digest of all records outside the branch; any write there changes it. */
    elsewhere: () => Promise.all(TABLES.map(table => digestOf(db, table))),
  }
}

/** Moves every second organisation into the branch, with its people and the certificates of both. */
async function divide(db: Db) {
  await db.execute(sql`update organisation set province_code =
    case when id % 2 = 0 then ${THERE} when id % 4 = 1 then ${HERE[0]} else ${HERE[1]} end`)
  // A person's name of two or three characters may be anybody's: elsewhere they are called as nobody here is.
  await db.execute(sql`update person set province_code = coalesce(
    (select province_code from organisation where organisation.id = person.organisation_id),
    case when id % 2 = 0 then ${THERE} else ${HERE[0]} end)`)
  // A person of the branch works for a company elsewhere that has certificates.
  await db.execute(sql`update person set province_code = ${HERE[0]} where id = (
    select person.id from person join organisation on organisation.id = person.organisation_id
    join certificate on certificate.organisation_id = organisation.id and certificate.person_id is null
    where organisation.province_code = ${THERE} and certificate.register = 'qualification' and status = 'valid'
    order by person.id limit 1)`)
  await db.execute(sql`update person set name = '远方人' || id where province_code = ${THERE}`)
  await db.execute(sql`update certificate set province_code = coalesce(
    (select province_code from person where person.id = certificate.person_id),
    (select province_code from organisation where organisation.id = certificate.organisation_id), ${THERE})`)
}

const holder = (of: string) => `coalesce((select province_code from organisation where id = ${of}.organisation_id),
  (select province_code from person where id = ${of}.person_id))`
const ofApplication = (id: string) => `(select ${holder('a')} from application a where a.id = ${id})`
const ofMember = (id: string) => `(select ${holder('m')} from member m where m.id = ${id})`

/** The province of a row, which is called `t`: said once more, and not by what is under test. */
const PROVINCE = {
  organisation: 't.province_code',
  person: 't.province_code',
  certificate: 't.province_code',
  application: holder('t'),
  member: holder('t'),
  member_fee: `coalesce(${ofMember('t.member_id')}, ${ofApplication('t.application_id')})`,
  public_notice: ofApplication('t.application_id'),
  site_review: ofApplication('t.application_id'),
  application_note: ofApplication('t.application_id'),
  application_event: ofApplication('t.application_id'),
  member_event: ofMember('t.member_id'),
  certificate_event: '(select province_code from certificate where id = t.certificate_id)',
  qualification_shortfall: '(select province_code from organisation where id = t.organisation_id)',
} as const
type Table = keyof typeof PROVINCE
const TABLES = Object.keys(PROVINCE) as Table[]

const isOf = (table: Table, side: Side) =>
  `coalesce(${PROVINCE[table]}, '') ${side === 'here' ? 'in' : 'not in'} ('${HERE.join("', '")}')`

/** Kinds of records that calls are about, with their tables and ids. */
const ABOUT: Record<string, { table: Table; id?: string; and?: string }> = {
  application: { table: 'application', and: `t.submitted_at is not null and t.state <> 'draft'` },
  certificate: { table: 'certificate' },
  organisation: { table: 'organisation' },
  person: { table: 'person' },
  member: { table: 'member' },
  fee: { table: 'member_fee' },
  notice: { table: 'public_notice' },
  note: { table: 'application_note' },
  site: { table: 'site_review', id: 'application_id' },
}

async function idsOf(db: Db, what: string, side: Side): Promise<number[]> {
  const { table, id = 'id', and = 'true' } = ABOUT[what]!
  const { rows } = await db.execute<{ id: number }>(
    sql.raw(`select t.${id} id from "${table}" t where ${isOf(table, side)} and ${and} order by t.id`),
  )
  return rows.map(row => row.id)
}

/** Ids of some records of every kind on one side, so that one of them fits whatever a call asks for. */
async function someOf(db: Db, side: Side): Promise<number[]> {
  const ids = await Promise.all(Object.keys(ABOUT).map(what => idsOf(db, what, side)))
  return [...new Set(ids.flatMap(spreadSample))]
}

/** Returns about a dozen ids spread over the list. */
export const spreadSample = (ids: readonly number[]) => ids.filter((_, i) => i % Math.ceil(ids.length / 12) === 0)

async function digestOf(db: Db, table: Table): Promise<string> {
  const { rows } = await db.execute<{ digest: string }>(
    sql.raw(`select coalesce(md5(string_agg(t::text, '|' order by t.id)), '') digest
      from "${table}" t where ${isOf(table, 'elsewhere')}`),
  )
  return `${table} ${rows[0]!.digest}`
}

/** Names and numbers of the records of one side that do not occur on the other. */
async function wordsOf(db: Db, side: Side): Promise<string[]> {
  const said: [Table, string][] = [
    ['organisation', 'name'],
    ['organisation', 'credit_code'],
    ['person', 'name'],
    ['certificate', 'number'],
    ['member', 'number'],
    ['application', 'number'],
  ]
  const read = async (of: Side) => {
    const answers = await Promise.all(
      said.map(([table, column]) =>
        db.execute<{ word: string | null }>(
          sql.raw(`select t."${column}" word from "${table}" t where ${isOf(table, of)}`),
        ),
      ),
    )
    return answers.flatMap(({ rows }) => rows.flatMap(({ word }) => word ?? []))
  }
  const others = await read(side === 'here' ? 'elsewhere' : 'here')
  return (await read(side)).filter(word => !others.some(other => other.includes(word)))
}
