import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { DataTable, useListQuery } from '#ui/table/DataTable.tsx'
import type { staffRegisterContract } from '../contract.ts'
import { MemberStatusTag } from './MemberStatusTag.tsx'

type Filters = Input<(typeof staffRegisterContract)['GET /staff/member/export']>

const STATES = Object.entries(memberStatusNames).map(([code, name]) => ({ code, name }))
const KINDS = [
  { code: 'organisation', name: '单位会员' },
  { code: 'person', name: '个人会员' },
]

/** The register of members, those who left included. */
export default function StaffMembers() {
  const { pageNum, ...asked } = useListQuery(
    ...(['key', 'levelCode', 'kind', 'status', 'provinceCode', 'joinedFrom', 'joinedTo'] as const),
  )
  const filters = asked as Filters
  const answer = useApi('GET /staff/member/list', { ...filters, pageNum, pageSize: 20 })
  const { data: levels = [] } = useApi('GET /app/publicity/member/type/list', {})
  return (
    <section className="desk-card">
      <DataTable
        caption="会员名册"
        answer={answer}
        keyOf={({ id }) => id}
        unit="个会员"
        filters={[
          { name: 'key', label: '名称、拼音或编号', kind: 'text' },
          {
            name: 'levelCode',
            label: '级别',
            options: levels.map(({ type, typeName }) => ({ code: String(type), name: typeName })),
          },
          { name: 'kind', label: '类型', options: KINDS },
          { name: 'status', label: '状态', options: STATES },
          { name: 'provinceCode', label: '地区', options: provinces },
          { name: 'joinedFrom', label: '入会从', kind: 'day' },
          { name: 'joinedTo', label: '到', kind: 'day' },
        ]}
        save={() => saveFile('GET /staff/member/export', filters)}
        empty={{ title: '还没有会员', children: <p>入会申请通过后，会员会列在这里。</p> }}
        columns={[
          { name: '名称', cell: ({ id, name }) => <Link to={`/staff/members/${id}`}>{name}</Link> },
          { name: '会员编号', cell: ({ memberNo }) => memberNo, nowrap: true },
          { name: '级别', cell: ({ levelName }) => levelName, nowrap: true },
          { name: '地区', cell: ({ provinceName }) => provinceName, nowrap: true },
          { name: '入会日期', cell: ({ joinedOn }) => joinedOn, nowrap: true },
          { name: '有效期至', cell: ({ validTo }) => validTo ?? '长期', nowrap: true },
          { name: '会费缴至', cell: ({ feePaidYear }) => (feePaidYear ? `${feePaidYear} 年度` : '未缴'), nowrap: true },
          {
            name: '状态',
            cell: ({ status, statusName }) => <MemberStatusTag status={status} name={statusName} />,
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}
