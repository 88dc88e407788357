import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { expertFilters } from '../expertFilters.ts'
import type { Route } from './+types/StaffExperts'
import { ExpertForm } from './ExpertForm.tsx'
import { experts } from './registers.ts'

export { staffExperts as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('new')) return undefined
  const [list, specialities] = await Promise.all([
    experts.load(api, address),
    api('GET /staff/expert/specialities', {}),
  ])
  return { ...list, specialities }
})

/** List of experts who review on site or judge; with `?new=1` the form of a new one. */
export default function StaffExperts({ loaderData: list }: Route.ComponentProps) {
  const navigate = useNavigate()
  const mayEdit = useMay('staff:review')
  if (!list)
    return <ExpertForm done={id => navigate(`/staff/experts/${id}`)} cancel={() => navigate('/staff/experts')} />
  return (
    <RegisterTable
      of={experts}
      loaded={list}
      unit="人"
      filters={registerFilters(expertFilters, { speciality: list.specialities })}
      actions={
        mayEdit && (
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新增专家
          </Button>
        )
      }
      empty={{ title: '还没有专家', children: <p>登记专家及其与各单位的关系，安排评审时自动核对回避。</p> }}
      cells={{ stateName: ({ isActive, stateName }) => <Tag tone={isActive ? 'good' : 'plain'}>{stateName}</Tag> }}
    />
  )
}
