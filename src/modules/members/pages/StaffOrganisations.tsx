import { listLoader } from '#layouts/screenLoader.ts'
import { readRegisterQuery } from '#lib/register/register.ts'
import { organisationFilters } from '../organisationFilters.ts'
import type { Route } from './+types/StaffOrganisations'
import { NewOrganisation } from './NewOrganisation.tsx'
import { OrganisationRegister } from './OrganisationRegister.tsx'

export { staffOrganisations as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('new')) return undefined
  const { pageNum, ...asked } = readRegisterQuery(organisationFilters, query)
  const page = await api('GET /staff/organisation/list', { ...asked, pageNum, pageSize: 20 })
  return { asked, page }
})

export type OrganisationList = NonNullable<Route.ComponentProps['loaderData']>

/** Every organisation that the association knows; with `?new=1` another one. */
export default function StaffOrganisations({ loaderData: list }: Route.ComponentProps) {
  return list ? <OrganisationRegister list={list} /> : <NewOrganisation />
}
