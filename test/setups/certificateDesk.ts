import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { asStaff } from '../support/make.ts'
import { setUpSite, site, today } from './site.ts'

export let staff: Awaited<ReturnType<typeof asStaff>>
export let company: number

export function setUpCertificateDesk() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    staff = await asStaff(site, 'admin')
    const [of] = await site.services.db
      .select()
      .from(organisation)
      .where(eq(organisation.name, '北京清源锅炉清洗有限公司'))
    company = of!.id
  })
}

export const daysAgo = (days: number) => addDays(today, -days)
export const detailOf = async (id: number) => (await staff.get('/staff/certificate/detail', { id })).data
export const check = async (number: string, on?: string) =>
  (await site.get('/cert/verify', { number, ...(on && { on }) })).data

let serial = 7000
/** A certificate of its own for each test, issued so long ago. */
export async function issued(days = 100, over: object = {}) {
  const given = { kindCode: 'QX01', levelCode: 'A', organisationId: company, issuedOn: daysAgo(days), ...over }
  const { code, msg, data } = await staff.post('/staff/certificate/issue', {
    number: `JL-${++serial}`,
    ...given,
  })
  if (code !== 200) throw new Error(msg)
  return detailOf(data.id)
}
