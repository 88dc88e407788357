import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { staffPersonnelContract } from '../staffContract.ts'
import type { Route } from './+types/StaffPersons'
import { NewPerson } from './NewPerson.tsx'

export { staffPersons as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('new')) return undefined
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'key', 'kindCode', 'provinceCode', 'employer')
  const [page, kinds] = await Promise.all([
    api('GET /staff/person/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/person/kinds', {}),
  ])
  return { filters, page, kinds }
})

type Filters = Input<(typeof staffPersonnelContract)['GET /staff/person/export']>

type List = NonNullable<Route.ComponentProps['loaderData']>

/** Every person that the association knows; with `?new=1` another one. */
export default function StaffPersons({ loaderData: list }: Route.ComponentProps) {
  return list ? <Register list={list} /> : <NewPerson />
}

function Register({ list }: { list: List }) {
  const { filters, kinds } = list
  const answer = useLoaded(list.page)
  const navigate = useNavigate()
  return (
    <section className="desk-card">
      <DataTable
        caption="人员"
        answer={answer}
        unit="人"
        filters={[
          { name: 'key', label: '完整姓名', kind: 'text' },
          { name: 'kindCode', label: '证书种类', options: kinds },
          { name: 'provinceCode', label: '地区', options: provinces },
          { name: 'employer', label: '工作单位', kind: 'text' },
        ]}
        save={() => saveFile('GET /staff/person/export', filters)}
        actions={
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新增人员
          </Button>
        }
        empty={{ title: '还没有人员', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
        columns={[
          { name: '姓名', cell: ({ id, name }) => <Link to={`/staff/persons/${id}`}>{name}</Link>, nowrap: true },
          { name: '证件号码', cell: ({ idNumber }) => idNumber ?? '未登记', nowrap: true },
          { name: '手机', cell: ({ mobile }) => mobile ?? '未登记', nowrap: true },
          { name: '地区', cell: ({ provinceName }) => provinceName || '未填写', nowrap: true },
          {
            name: '工作单位',
            cell: ({ employerName, organisationId }) =>
              organisationId ? (
                <Link to={`/staff/organisations/${organisationId}`}>{employerName}</Link>
              ) : (
                employerName || '未填写'
              ),
          },
          { name: '有效证书', cell: ({ certificates }) => certificates.join('；') || '没有' },
        ]}
      />
      <p>“完整姓名”一栏也可填写完整的手机或证件号码；为保护个人信息，不按其中一部分查找。</p>
    </section>
  )
}
