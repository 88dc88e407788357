import { useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { Route } from './+types/MyClerks'
import { ClerkLog } from './ClerkLog.tsx'
import { Clerks } from './Clerks.tsx'
import { MyCompanies } from './MyCompanies.tsx'
import './clerks.css'

export { myClerks as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [mine, { id, accountType, clerk }] = await Promise.all([
    api('GET /member/clerk/mine', {}),
    api('GET /member/info', {}),
  ])
  const company = accountType === 'organisation' ? await api('GET /member/clerk/list', {}) : undefined
  const maySeeLog = !clerk || clerk.isOwner || company!.clerks.some(of => of.isSelf && of.duties.includes('all'))
  return { mine, actingFor: id, company, maySeeLog }
})

export type Mine = Output<ApiContract['GET /member/clerk/mine']>
export type Company = Output<ApiContract['GET /member/clerk/list']>

/** 经办人: for whom one acts, and who acts for one's company. */
export default function MyClerks({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { mine, actingFor, company, maySeeLog } = loaderData
  return (
    <>
      <MyCompanies mine={mine} actingFor={actingFor} changed={() => void revalidate()} />
      {company && <Clerks company={company} changed={() => void revalidate()} />}
      {company && maySeeLog && <ClerkLog />}
    </>
  )
}
