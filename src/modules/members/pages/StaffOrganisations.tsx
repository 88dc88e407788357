import { listLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/StaffOrganisations'
import { NewOrganisation } from './NewOrganisation.tsx'
import { OrganisationRegister } from './OrganisationRegister.tsx'
import { organisations } from './registers.ts'

export { staffOrganisations as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('new')) return { blank: await api('GET /staff/organisation/blank', {}) }
  const [list, trades, natures, tags] = await Promise.all([
    organisations.load(api, address),
    api('GET /dictionary/list', { dictionary: 'trade' }),
    api('GET /dictionary/list', { dictionary: 'nature' }),
    api('GET /staff/organisation/tags', {}),
  ])
  return { ...list, trades, natures, tags }
})

export type OrganisationList = Exclude<Route.ComponentProps['loaderData'], { blank: unknown }>

/** Every organisation that the association knows; with `?new=1` another one. */
export default function StaffOrganisations({ loaderData: list }: Route.ComponentProps) {
  return list.blank ? <NewOrganisation fields={list.blank.fields} /> : <OrganisationRegister list={list} />
}
