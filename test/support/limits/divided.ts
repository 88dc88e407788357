import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { provincial } from '#modules/accounts/permissions.ts'
import { staffRole } from '../../../src/modules/accounts/server/tables.ts'
import { certificate } from '../../../src/modules/certificates/server/tables.ts'
import { organisation, person } from '../../../src/modules/members/server/tables.ts'
import { member, memberFee } from '../../../src/modules/membership/server/tables.ts'
import { application } from '../../../src/modules/review/server/tables.ts'
import { fillDictionary } from '../../../src/modules/settings/server/dictionaries.ts'
import { startApp } from '../app.ts'
import { asStaff, staffSession, staffWith } from '../make.ts'
import { call } from './calling.ts'

export const HERE = '320000'
export const THERE = '370000'
export const NOT_HERE = '您的权限限于江苏，这条记录不在其中'

type Site = Awaited<ReturnType<typeof startApp>>
type Ids = Record<string, number>
export type Divided = Awaited<ReturnType<typeof startDivided>>

/**
 * The demo association with somebody whose every permission that can be limited is limited to one province: there, of
 * each table, is one record of the province (`here`) and one of another (`there`).
 */
export async function startDivided() {
  const site = await startApp({ demo: true, env: { WRITES_PER_MINUTE: '10000', DOCUMENTS_PER_MINUTE: '10000' } })
  await site.services.db
    .insert(staffRole)
    .values({ code: 'role-here', name: '江苏专员', permissions: [...provincial], provinces: [HERE] })
  const userName = await staffWith(site, ['role-here'])
  const session = await staffSession(site, userName)
  return {
    site,
    session,
    limited: await asStaff(site, userName),
    ...(await divide(site)),
    /** Calls the API with that session; the answer may be a file. */
    call: (key: string, given: Record<string, unknown>) => call(site, session, key, given),
    countHere: (what: string) => countHere(site, what),
  }
}

/**
 * Creates two companies with every kind of record, one in the province and one in another; everybody else is in
 * neither.
 */
async function divide({ services: { db } }: Site): Promise<{ here: Ids; there: Ids }> {
  await fillDictionary({ db }, { code: 'organisationTag' }, [{ code: 'key', name: '重点联系' }])
  const [here, there]: Ids[] = [{}, {}]
  await db.update(organisation).set({ provinceCode: '110000' })
  await db.update(person).set({ provinceCode: '110000' })
  await db.update(certificate).set({ provinceCode: '110000' })
  const members = await db
    .select({ member: member.id, organisation: organisation.id, fee: memberFee.id })
    .from(member)
    .innerJoin(organisation, eq(organisation.id, member.organisationId))
    .innerJoin(memberFee, and(eq(memberFee.memberId, member.id), isNotNull(memberFee.memberId)))
    .where(sql`exists (select 1 from account where account.organisation_id = ${organisation.id})`)
  const [one] = members
  const other = members.find(({ organisation: id }) => id !== one!.organisation)!
  const persons = await db.select({ id: person.id }).from(person).limit(2)
  const certificates = await db
    .select({ id: certificate.id })
    .from(certificate)
    .where(and(eq(certificate.register, 'qualification'), eq(certificate.status, 'valid')))
    .limit(2)
  const applications = await db
    .select({ id: application.id })
    .from(application)
    .where(inArray(application.state, ['submitted', 'checking']))
    .orderBy(asc(application.id))
    .limit(2)
  for (const [i, [ids, of, code]] of (
    [
      [here!, one, HERE],
      [there!, other, THERE],
    ] as const
  ).entries()) {
    Object.assign(ids, of, {
      person: persons[i]!.id,
      certificate: certificates[i]!.id,
      application: applications[i]!.id,
    })
    await db.update(organisation).set({ provinceCode: code }).where(eq(organisation.id, ids.organisation!))
    await db.update(person).set({ provinceCode: code }).where(eq(person.id, ids.person!))
    await db.update(certificate).set({ provinceCode: code }).where(eq(certificate.id, ids.certificate!))
    await db
      .update(application)
      .set({ organisationId: ids.organisation!, personId: null, state: 'submitted', submittedAt: new Date() })
      .where(eq(application.id, ids.application!))
  }
  return { here: here!, there: there! }
}

/** Counts the records of the province, independently of the calls under test. */
async function countHere(site: Site, what: string): Promise<number> {
  const ofApplicant = sql`organisation_id in (select id from organisation where province_code = ${HERE})
    or person_id in (select id from person where province_code = ${HERE})`
  const queries = {
    application: sql`select 1 from application where submitted_at is not null and state <> 'draft' and (${ofApplicant})`,
    member: sql`select 1 from member where ${ofApplicant}`,
    organisation: sql`select 1 from organisation where province_code = ${HERE}`,
    person: sql`select 1 from person where province_code = ${HERE}`,
    certificate: sql`select 1 from certificate where province_code = ${HERE}`,
    fee: sql`select 1 from member_fee where member_id in (select id from member where ${ofApplicant})
      or (member_id is null and application_id in (select id from application where ${ofApplicant}))`,
  }
  const { rows } = await site.services.db.execute<{ n: number }>(
    sql`select count(*)::int n from (${queries[what as keyof typeof queries]}) found`,
  )
  return rows[0]!.n
}
