import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { memberFilters } from '#modules/membership/memberFilters.ts'
import { RegisterTable, useRegisterQuery } from '#ui/table/RegisterTable.tsx'
import { registerFilters } from '#ui/table/registerFilters.ts'
import { MemberStatusTag } from './MemberStatusTag.tsx'

/** The register of members, those who left included. */
export default function StaffMembers() {
  const { pageNum, ...asked } = useRegisterQuery(memberFilters)
  const answer = useApi('GET /staff/member/list', { ...asked, pageNum, pageSize: 20 })
  const { data: levels = [] } = useApi('GET /app/publicity/member/type/list', {})
  return (
    <section className="desk-card">
      <RegisterTable
        caption="会员名册"
        answer={answer}
        unit="个会员"
        filters={registerFilters(memberFilters, {
          levelCode: levels.map(({ type, typeName }) => ({ code: String(type), name: typeName })),
        })}
        save={() => saveFile('GET /staff/member/export', asked)}
        empty={{ title: '还没有会员', children: <p>入会申请通过后，会员会列在这里。</p> }}
        cells={{
          name: ({ id, name }) => <Link to={`/staff/members/${id}`}>{name}</Link>,
          statusName: ({ status, statusName }) => <MemberStatusTag status={status} name={statusName} />,
        }}
      />
    </section>
  )
}
