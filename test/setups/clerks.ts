import { newAddress, PASSWORD, signUp, type signUpComplete } from '../support/make.ts'
import { setUpSite, site } from './site.ts'

export const setUpClerks = () => setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '2000' } })

type Company = Awaited<ReturnType<typeof signUpComplete>>
export type Person = Awaited<ReturnType<typeof signUp>>

export const newPerson = () => signUp(site, { accountType: 'person' })
export const mine = async ({ api }: Pick<Person, 'api'>) => (await api.get('/member/clerk/mine')).data
export const listOf = async ({ api }: Pick<Person, 'api'>) => (await api.get('/member/clerk/list')).data
export const signIn = (userName: string) =>
  site.from(newAddress()).post('/login', { account: userName, password: PASSWORD })

export async function invite(company: Company, person: Pick<Person, 'phone'>, duties: string[], name = '王敏') {
  const { code, data, msg } = await company.api.post('/member/clerk/invite', { name, phone: person.phone, duties })
  if (code !== 200) throw new Error(msg)
  return data.id as number
}

/** Invites a new person who accepts and acts for the company from now on. */
export async function clerkOf(company: Company, duties: string[], name?: string): Promise<Person> {
  const person = await newPerson()
  const id = await invite(company, person, duties, name)
  await person.api.post('/member/clerk/answer', { id, accept: true })
  return person
}
