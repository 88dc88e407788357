import type { FormValues } from '#lib/form/form.ts'
import { provinceName } from '#lib/provinces.ts'
import { type Changes, changesOf, contentOf, differences } from '#modules/certificates/content.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import type { Organisation } from '#modules/members/server/organisations.ts'

const REGISTERED = ['name', 'provinceCode', 'city', 'address', 'legalPerson'] as const

/** Compares the changes reported by a company with certificate and register. */
export function contentChange(of: Certificate, before: Organisation, values: FormValues) {
  const columns: FormValues = Object.fromEntries(
    REGISTERED.flatMap(name => (values[name] ? [[name, values[name]]] : [])),
  )
  const after: Organisation = { ...before, ...columns }
  // Columns printed on the certificate also take over what the register has learned since it was issued.
  const { name: organisationName, creditCode, provinceCode } = after
  const printed = { organisationName, creditCode, provinceCode }
  const told: Record<'address' | 'legalPerson', [was: string, is: string]> = {
    address: [placeOf(before), placeOf(after)],
    legalPerson: [before.legalPerson, after.legalPerson],
  }
  const { holderName, ...content } = differences(contentOf(of), contentOf({ ...of, ...printed }))
  const besides: Changes = Object.fromEntries(Object.entries(told).filter(([, [was, is]]) => was !== is))
  return { columns, printed, told, words: changesOf({ ...content, ...besides }) }
}

/** Joins province, city and address; many companies already write all of it into the address. */
const placeOf = ({ provinceCode, city, address }: Organisation) => {
  if (address.includes(city)) return address
  const province = provinceName(provinceCode)
  return `${province === city ? '' : province}${city}${address}`
}
