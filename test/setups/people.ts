import { eq } from 'drizzle-orm'
import { residentIdCheck } from '#lib/residentId.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { newPhone, signInAs, signUp } from '../support/make.ts'
import type { staffed } from '../support/staffed.ts'
import { setUpSite, site, today } from './site.ts'

export function setUpPeople() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '10000' } })
}

let serial = 100
export const newIdNumber = () => {
  const first17 = `11000019900308${++serial}`
  return first17 + residentIdCheck(first17)
}
export const form = (over: object = {}) => ({
  name: '柳如是',
  idType: 'resident',
  idNumber: newIdNumber(),
  provinceCode: '110000',
  mobile: newPhone(),
  ...over,
})
export type Company = Awaited<ReturnType<typeof staffed>>
export const detailOf = async (company: Pick<Company, 'get'>, id: number) =>
  (await company.get('/person/detail', { id })).data
export const leave = async (company: Company, id: number, over: object = {}) => {
  const { version } = await detailOf(company, id)
  return company.post('/person/leave', { id, version, form: { reason: 'resigned', day: today, ...over } })
}
/** Adds an employee with an account to the company. */
export async function withAccount(company: Company) {
  const given = form({ name: '李晓明' })
  const { data } = await company.post('/person/add', { form: given })
  const one = await signUp(site, { accountType: 'person' })
  await site.services.db.update(account).set({ personId: data.id }).where(eq(account.id, one.accountId))
  return { ...one, id: data.id as number }
}

export const tokenOf = async ({ accountId }: { accountId: number }) => {
  const [of] = await site.services.db.select().from(account).where(eq(account.id, accountId))
  return signInAs(site, of!.userName, '清洗之前先看水质 7')
}
