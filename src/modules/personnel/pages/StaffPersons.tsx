import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { DataTable, useFilters } from '#ui/table/DataTable.tsx'
import type { staffPersonnelContract } from '../staffContract.ts'
import { NewPerson } from './NewPerson.tsx'

type Filters = Input<(typeof staffPersonnelContract)['GET /staff/person/export']>

/** Every person that the association knows; with `?new=1` another one. */
export default function StaffPersons() {
  const [query] = useSearchParams()
  return query.has('new') ? <NewPerson /> : <Register />
}

function Register() {
  const navigate = useNavigate()
  const { pageNum, ...filters } = useFilters<Filters>('key', 'kindCode', 'provinceCode', 'employer')
  const answer = useApi('GET /staff/person/list', { ...filters, pageNum, pageSize: 20 })
  const { data: kinds = [] } = useApi('GET /staff/person/kinds', {})
  return (
    <section className="desk-card">
      <DataTable
        caption="人员"
        answer={answer}
        keyOf={({ id }) => id}
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
