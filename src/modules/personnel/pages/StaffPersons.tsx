import { listLoader } from '#layouts/screenLoader.ts'
import { readRegisterQuery } from '#lib/register/register.ts'
import { personFilters } from '../personFilters.ts'
import type { Route } from './+types/StaffPersons'
import { NewPerson } from './NewPerson.tsx'
import { PersonRegister } from './PersonRegister.tsx'

export { staffPersons as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('new')) return undefined
  const { pageNum, pageSize, ...asked } = readRegisterQuery(personFilters, query)
  const [page, kinds] = await Promise.all([
    api('GET /staff/person/list', { ...asked, pageNum, pageSize }),
    api('GET /staff/person/kinds', {}),
  ])
  return { asked, page, kinds }
})

export type PersonList = NonNullable<Route.ComponentProps['loaderData']>

/** Every person that the association knows; with `?new=1` another one. */
export default function StaffPersons({ loaderData: list }: Route.ComponentProps) {
  return list ? <PersonRegister list={list} /> : <NewPerson />
}
