import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { RegisterTable, useRegisterQuery } from '#ui/table/RegisterTable.tsx'
import { registerFilters } from '#ui/table/registerFilters.ts'
import { organisationFilters } from '../organisationFilters.ts'
import { NewOrganisation } from './NewOrganisation.tsx'

/** Every organisation that the association knows; with `?new=1` another one. */
export default function StaffOrganisations() {
  const [query] = useSearchParams()
  return query.has('new') ? <NewOrganisation /> : <Register />
}

function Register() {
  const navigate = useNavigate()
  const { pageNum, ...asked } = useRegisterQuery(organisationFilters)
  const answer = useApi('GET /staff/organisation/list', { ...asked, pageNum, pageSize: 20 })
  return (
    <section className="desk-card">
      <RegisterTable
        caption="单位"
        answer={answer}
        unit="家单位"
        filters={registerFilters(organisationFilters, {})}
        save={() => saveFile('GET /staff/organisation/export', asked)}
        actions={
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新增单位
          </Button>
        }
        empty={{ title: '还没有单位', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
        cells={{
          name: ({ id, name }) => <Link to={`/staff/organisations/${id}`}>{name}</Link>,
          member: ({ member, cells }) =>
            member ? <Link to={`/staff/members/${member.id}`}>{cells.member}</Link> : cells.member,
        }}
      />
    </section>
  )
}
