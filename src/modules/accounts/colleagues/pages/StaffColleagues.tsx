import { Button } from 'antd'
import { useState } from 'react'
import { useRevalidate } from '#api/useRevalidate.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { colleagues } from '#modules/accounts/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { colleagueFilters } from '../../colleagueFilters.ts'
import type { Route } from './+types/StaffColleagues'
import { InviteColleague } from './InviteColleague.tsx'

export { staffColleagues as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const [loaded, roles] = await Promise.all([colleagues.load(api, { query }), api('GET /staff/role/list', {})])
  return { loaded, roles: roles.list }
})

export default function StaffColleagues({ loaderData: { loaded, roles } }: Route.ComponentProps) {
  const [inviting, setInviting] = useState(false)
  const revalidate = useRevalidate()
  return (
    <>
      <RegisterTable
        of={colleagues}
        loaded={loaded}
        unit="位"
        filters={registerFilters(colleagueFilters, { role: roles })}
        empty={{ title: '没有工作人员' }}
        actions={
          <Button type="primary" onClick={() => setInviting(true)}>
            开通账号
          </Button>
        }
        cells={{
          hasSecondFactor: ({ hasSecondFactor, cells }) => (
            <Tag tone={hasSecondFactor ? 'good' : 'warn'}>{cells.hasSecondFactor}</Tag>
          ),
          statusName: ({ status, statusName }) => <Tag tone={status === 'active' ? 'good' : 'bad'}>{statusName}</Tag>,
        }}
      />
      <InviteColleague roles={roles} open={inviting} close={() => setInviting(false)} done={() => void revalidate()} />
    </>
  )
}
