import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { provinces } from '#lib/provinces.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import type { staffCertificatesContract } from '#modules/certificates/staffContract.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { DataTable, type ListFilter, useListQuery } from '#ui/table/DataTable.tsx'
import { IssueForm } from './IssueForm.tsx'

type Filters = Input<(typeof staffCertificatesContract)['GET /staff/certificate/export']>

const STATES = Object.entries(statusNames).map(([code, name]) => ({ code, name }))

/** Every certificate of every register; with `?issue=1` a new one. */
export default function StaffCertificates() {
  const [query] = useSearchParams()
  return query.has('issue') ? <IssueForm /> : <Register />
}

function Register() {
  const navigate = useNavigate()
  const { pageNum, ...asked } = useListQuery(
    ...(['key', 'register', 'groupCode', 'kindCode', 'levelCode', 'status', 'provinceCode'] as const),
    ...(['issuedFrom', 'issuedTo', 'validFrom', 'validTo'] as const),
  )
  const filters = asked as Filters
  const answer = useApi('GET /staff/certificate/list', { ...filters, pageNum, pageSize: 20 })
  return (
    <section className="desk-card">
      <DataTable
        caption="证书登记"
        answer={answer}
        keyOf={({ id }) => id}
        unit="张证书"
        filters={useFilters(filters)}
        save={() => saveFile('GET /staff/certificate/export', filters)}
        actions={
          <Button type="primary" onClick={() => navigate('?issue=1')}>
            签发证书
          </Button>
        }
        empty={{ title: '还没有登记的证书', children: <p>可以在这里签发，或由“批量导入”补录历史证书。</p> }}
        columns={[
          {
            name: '编号',
            cell: ({ id, number }) => <Link to={`/staff/certificates/${id}`}>{number}</Link>,
            nowrap: true,
          },
          {
            name: '持证者',
            cell: ({ holderName, organisationName }) => (
              <>
                {holderName}
                {organisationName !== holderName && <small className="cell-note">{organisationName}</small>}
              </>
            ),
          },
          {
            name: '种类与级别',
            cell: ({ kindName, levelName, registerName }) => (
              <>
                {[kindName, levelName].filter(Boolean).join(' ')}
                <small className="cell-note">{registerName}</small>
              </>
            ),
          },
          { name: '地区', cell: ({ provinceName }) => provinceName, nowrap: true },
          { name: '发证日期', cell: ({ issuedOn }) => issuedOn, nowrap: true },
          { name: '有效期至', cell: ({ validTo }) => validTo ?? '长期', nowrap: true },
          {
            name: '状态',
            cell: ({ status, statusName }) => <StatusTag status={status} name={statusName} />,
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}

/** Kinds are those of the register that is chosen, levels those of the kind. */
function useFilters({ register, groupCode, kindCode }: Filters): ListFilter[] {
  const { data: catalogues = [] } = useApi('GET /staff/certificate/kinds', {})
  const groups = catalogues.filter(one => !register || one.register === register).flatMap(one => one.groups)
  const kinds = groups.filter(({ code }) => !groupCode || code === groupCode).flatMap(group => group.kinds)
  const levels = kinds.find(({ code }) => code === kindCode)?.levels ?? []
  const registers = catalogues.map(one => ({ code: one.register, name: one.registerName }))
  return [
    { name: 'key', label: '名称或编号', kind: 'text' },
    { name: 'register', label: '登记类别', options: registers },
    { name: 'groupCode', label: '大类', options: groups },
    { name: 'kindCode', label: '种类', options: kinds },
    ...(levels.length > 0 ? [{ name: 'levelCode', label: '级别', options: levels }] : []),
    { name: 'status', label: '今天的状态', options: STATES },
    { name: 'provinceCode', label: '地区', options: provinces },
    { name: 'issuedFrom', label: '发证从', kind: 'day' },
    { name: 'issuedTo', label: '到', kind: 'day' },
    { name: 'validFrom', label: '到期从', kind: 'day' },
    { name: 'validTo', label: '至', kind: 'day' },
  ]
}
