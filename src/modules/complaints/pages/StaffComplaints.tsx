import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { complaintFilters } from '../complaintFilters.ts'
import type { Route } from './+types/StaffComplaints'
import { ComplaintForm } from './ComplaintForm.tsx'
import { complaintTones } from './complaintTones.ts'
import { complaints } from './registers.ts'

export { staffComplaints as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const choices = await api('GET /staff/complaint/choices', {})
  return address.query.has('new') ? { choices } : { choices, ...(await complaints.load(api, address)) }
})

/** 投诉与请求: what came, with its deadline; with `?new=1` the form of a new one. */
export default function StaffComplaints({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { choices } = loaderData
  if (!('page' in loaderData))
    return (
      <ComplaintForm
        choices={choices}
        done={id => navigate(`/staff/complaints/${id}`)}
        cancel={() => navigate('/staff/complaints')}
      />
    )
  const optionsOf = (some: { id: number; name: string }[]) => some.map(({ id, name }) => ({ code: String(id), name }))
  return (
    <RegisterTable
      of={complaints}
      loaded={loaderData}
      unit="件"
      filters={registerFilters(complaintFilters, {
        kindId: optionsOf(choices.kinds),
        handlerId: optionsOf(choices.handlers),
      })}
      actions={
        <>
          <Link to="/staff/complaints/kinds">事项种类</Link>
          <Button type="primary" onClick={() => navigate('?new=1')}>
            登记
          </Button>
        </>
      }
      empty={{ title: '还没有投诉与请求', children: <p>来电、来信、来访的投诉和个人信息请求，登记后按期限办理。</p> }}
      cells={{ stateName: row => <StateTag of={row} tones={complaintTones} /> }}
    />
  )
}
