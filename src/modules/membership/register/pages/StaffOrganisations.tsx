import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { organisationCategories } from '#modules/members/categories.ts'
import { DataTable, useListQuery } from '#ui/table/DataTable.tsx'
import type { staffRegisterContract } from '../contract.ts'
import { NewOrganisation } from './NewOrganisation.tsx'

type Filters = Input<(typeof staffRegisterContract)['GET /staff/organisation/export']>

const YES_NO = [
  { code: 'yes', name: '是' },
  { code: 'no', name: '否' },
]

/** Every organisation that the association knows; with `?new=1` another one. */
export default function StaffOrganisations() {
  const [query] = useSearchParams()
  return query.has('new') ? <NewOrganisation /> : <Register />
}

function Register() {
  const navigate = useNavigate()
  const { pageNum, ...asked } = useListQuery('key', 'provinceCode', 'category', 'isMember')
  const filters = asked as Filters
  const answer = useApi('GET /staff/organisation/list', { ...filters, pageNum, pageSize: 20 })
  return (
    <section className="desk-card">
      <DataTable
        caption="单位"
        answer={answer}
        keyOf={({ id }) => id}
        unit="家单位"
        filters={[
          { name: 'key', label: '名称、拼音或信用代码', kind: 'text' },
          { name: 'provinceCode', label: '地区', options: provinces },
          { name: 'category', label: '行业类别', options: organisationCategories },
          { name: 'isMember', label: '会员', options: YES_NO },
        ]}
        save={() => saveFile('GET /staff/organisation/export', filters)}
        actions={
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新增单位
          </Button>
        }
        empty={{ title: '还没有单位', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
        columns={[
          { name: '单位名称', cell: ({ id, name }) => <Link to={`/staff/organisations/${id}`}>{name}</Link> },
          { name: '统一社会信用代码', cell: ({ creditCode }) => creditCode, nowrap: true },
          { name: '地区', cell: ({ provinceName, city }) => [provinceName, city].filter(Boolean).join(' ') },
          { name: '行业类别', cell: ({ categoryNames }) => categoryNames.join('、') || '未填写' },
          {
            name: '会员',
            cell: ({ member }) =>
              member ? (
                <Link to={`/staff/members/${member.id}`}>
                  {member.levelName}（{member.statusName}）
                </Link>
              ) : (
                '不是会员'
              ),
          },
        ]}
      />
    </section>
  )
}
