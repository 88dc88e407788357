import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { readRegisterQuery } from '#lib/register/register.ts'
import { certificateFilters } from '#modules/certificates/certificateFilters.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { RegisterTable } from '#ui/table/RegisterTable.tsx'
import { registerFilters } from '#ui/table/registerFilters.ts'
import type { Route } from './+types/StaffCertificates'
import { IssueForm } from './IssueForm.tsx'

export { staffCertificates as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('issue')) return undefined
  const { pageNum, ...asked } = readRegisterQuery(certificateFilters, query)
  const [page, catalogues] = await Promise.all([
    api('GET /staff/certificate/list', { ...asked, pageNum, pageSize: 20 }),
    api('GET /staff/certificate/kinds', {}),
  ])
  return { asked, page, catalogues }
})

type List = NonNullable<Route.ComponentProps['loaderData']>

/** Every certificate of every register; with `?issue=1` a new one. */
export default function StaffCertificates({ loaderData: list }: Route.ComponentProps) {
  return list ? <Register list={list} /> : <IssueForm />
}

function Register({ list }: { list: List }) {
  const { asked, catalogues } = list
  const answer = useLoaded(list.page)
  const navigate = useNavigate()
  return (
    <section className="desk-card">
      <RegisterTable
        caption="证书登记"
        answer={answer}
        unit="张证书"
        filters={registerFilters(certificateFilters, choicesOf(catalogues, asked))}
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
function choicesOf(catalogues: List['catalogues'], { register, groupCode, kindCode }: Chosen) {
  const groups = catalogues.filter(one => !register || one.register === register).flatMap(one => one.groups)
  const kinds = groups.filter(({ code }) => !groupCode || code === groupCode).flatMap(group => group.kinds)
  const levels = kinds.find(({ code }) => code === kindCode)?.levels ?? []
  return { groupCode: groups, kindCode: kinds, levelCode: levels }
}
