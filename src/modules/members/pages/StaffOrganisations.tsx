import { listLoader } from '#layouts/screenLoader.ts'
import { readRegisterQuery } from '#lib/register/register.ts'
import { organisationFilters } from '../organisationFilters.ts'
import type { Route } from './+types/StaffOrganisations'
import { NewOrganisation } from './NewOrganisation.tsx'
import { OrganisationRegister } from './OrganisationRegister.tsx'

export { staffOrganisations as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('new')) return { blank: await api('GET /staff/organisation/blank', {}) }
  const { pageNum, pageSize, ...asked } = readRegisterQuery(organisationFilters, query)
  const [page, trades, natures, tags] = await Promise.all([
    api('GET /staff/organisation/list', { ...asked, pageNum, pageSize }),
    api('GET /dictionary/list', { dictionary: 'trade' }),
    api('GET /dictionary/list', { dictionary: 'nature' }),
    api('GET /staff/organisation/tags', {}),
  ])
  return { asked, page, trades, natures, tags }
})

export type OrganisationList = Exclude<Route.ComponentProps['loaderData'], { asked?: undefined }>

/** Every organisation that the association knows; with `?new=1` another one. */
export default function StaffOrganisations({ loaderData: list }: Route.ComponentProps) {
  return list.blank ? <NewOrganisation fields={list.blank.fields} /> : <OrganisationRegister list={list} />
}
