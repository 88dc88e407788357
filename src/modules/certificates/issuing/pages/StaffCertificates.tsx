import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { certificateFilters } from '#modules/certificates/certificateFilters.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { RegisterTable, useRegisterQuery } from '#ui/table/RegisterTable.tsx'
import { registerFilters } from '#ui/table/registerFilters.ts'
import { IssueForm } from './IssueForm.tsx'

/** Every certificate of every register; with `?issue=1` a new one. */
export default function StaffCertificates() {
  const [query] = useSearchParams()
  return query.has('issue') ? <IssueForm /> : <Register />
}

function Register() {
  const navigate = useNavigate()
  const { pageNum, ...asked } = useRegisterQuery(certificateFilters)
  const answer = useApi('GET /staff/certificate/list', { ...asked, pageNum, pageSize: 20 })
  return (
    <section className="desk-card">
      <RegisterTable
        caption="证书登记"
        answer={answer}
        unit="张证书"
        filters={registerFilters(certificateFilters, useChoices(asked))}
        save={() => saveFile('GET /staff/certificate/export', asked)}
        actions={
          <Button type="primary" onClick={() => navigate('?issue=1')}>
            签发证书
          </Button>
        }
        empty={{ title: '还没有登记的证书', children: <p>可以在这里签发，或由“批量导入”补录历史证书。</p> }}
        cells={{
          number: ({ id, number }) => <Link to={`/staff/certificates/${id}`}>{number}</Link>,
          holderName: ({ holderName, organisationName }) => (
            <>
              {holderName}
              {organisationName !== holderName && <small className="cell-note">{organisationName}</small>}
            </>
          ),
          kindName: ({ cells, registerName }) => (
            <>
              {cells.kindName}
              <small className="cell-note">{registerName}</small>
            </>
          ),
          statusName: ({ status, statusName }) => <StatusTag status={status} name={statusName} />,
        }}
      />
    </section>
  )
}

type Chosen = { register?: string; groupCode?: string; kindCode?: string }

/** Kinds are those of the register that is chosen, levels those of the kind. */
function useChoices({ register, groupCode, kindCode }: Chosen) {
  const { data: catalogues = [] } = useApi('GET /staff/certificate/kinds', {})
  const groups = catalogues.filter(one => !register || one.register === register).flatMap(one => one.groups)
  const kinds = groups.filter(({ code }) => !groupCode || code === groupCode).flatMap(group => group.kinds)
  const levels = kinds.find(({ code }) => code === kindCode)?.levels ?? []
  return { groupCode: groups, kindCode: kinds, levelCode: levels }
}
