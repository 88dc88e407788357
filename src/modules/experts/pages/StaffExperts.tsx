import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import type { Route } from './+types/StaffExperts'
import { ExpertForm } from './ExpertForm.tsx'

export { staffExperts as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('new')) return undefined
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(
    query,
    'key',
    'speciality',
    'provinceCode',
    'active',
    'mayLead',
  )
  const [page, specialities] = await Promise.all([
    api('GET /staff/expert/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/expert/specialities', {}),
  ])
  return { filters, page, specialities }
})

type Filters = Input<(typeof staffExpertsContract)['GET /staff/expert/export']>

const yesOrNo = [
  { code: 'yes', name: '是' },
  { code: 'no', name: '否' },
]

type List = NonNullable<Route.ComponentProps['loaderData']>

/** List of experts who review on site or judge; with `?new=1` the form of a new one. */
export default function StaffExperts({ loaderData: list }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (list) return <ExpertList list={list} />
  return <ExpertForm done={id => navigate(`/staff/experts/${id}`)} cancel={() => navigate('/staff/experts')} />
}

function ExpertList({ list }: { list: List }) {
  const { filters, specialities } = list
  const answer = useLoaded(list.page)
  const navigate = useNavigate()
  const mayEdit = useMay('staff:review')
  return (
    <section className="desk-card">
      <h2 className="hidden-text">专家列表</h2>
      <DataTable
        caption="专家"
        answer={answer}
        unit="人"
        filters={[
          { name: 'key', label: '姓名或专业', kind: 'text' },
          { name: 'speciality', label: '专业领域', options: specialities },
          { name: 'provinceCode', label: '地区', options: provinces },
          { name: 'mayLead', label: '可任组长', options: yesOrNo },
          { name: 'active', label: '在聘', options: yesOrNo },
        ]}
        save={() => saveFile('GET /staff/expert/export', filters)}
        actions={
          mayEdit && (
            <Button type="primary" onClick={() => navigate('?new=1')}>
              新增专家
            </Button>
          )
        }
        empty={{ title: '还没有专家', children: <p>登记专家及其与各单位的关系，安排评审时自动核对回避。</p> }}
        columns={[
          { name: '姓名', cell: ({ id, name }) => <Link to={`/staff/experts/${id}`}>{name}</Link>, nowrap: true },
          { name: '职称', cell: ({ jobTitle }) => jobTitle || '未填写', nowrap: true },
          { name: '专业领域', cell: ({ specialities }) => specialities.join('、') },
          { name: '地区', cell: ({ provinceName }) => provinceName, nowrap: true },
          { name: '工作单位', cell: ({ employers }) => employers.join('；') || '未登记' },
          { name: '可任组长', cell: ({ mayLead }) => (mayLead ? '可以' : '—'), nowrap: true },
          {
            name: '状态',
            cell: ({ isActive, stateName }) => <Tag tone={isActive ? 'good' : 'plain'}>{stateName}</Tag>,
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}
