import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { certificateFilters } from '#modules/certificates/certificateFilters.ts'
import { certificates } from '#modules/certificates/pages/registers.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { CertificatesOnMany } from './CertificatesOnMany.tsx'
import { RemindOfEnd } from './RemindOfEnd.tsx'
import type { CertificateList } from './StaffCertificates.tsx'

export function CertificateRegister({ list }: { list: CertificateList }) {
  const navigate = useNavigate()
  return (
    <RegisterTable
      of={certificates}
      loaded={list}
      unit="张证书"
      filters={registerFilters(certificateFilters, choicesOf(list.catalogues, list.asked))}
      acts={(rows, done) => (
        <>
          <CertificatesOnMany rows={rows} done={done} />
          <RemindOfEnd register="certificate" ids={rows.map(({ id }) => id)} sent={done} />
          <WriteToChosen register="certificate" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      actions={
        <Button type="primary" onClick={() => navigate('?issue=1')}>
          签发证书
        </Button>
      }
      empty={{ title: '还没有登记的证书', children: <p>可以在这里签发，或由“批量导入”补录历史证书。</p> }}
      cells={{
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
  )
}

type Chosen = { register?: string; groupCode?: string; kindCode?: string }

/** Kinds are those of the register that is chosen, levels those of the kind. */
function choicesOf(catalogues: CertificateList['catalogues'], { register, groupCode, kindCode }: Chosen) {
  const groups = catalogues.filter(one => !register || one.register === register).flatMap(one => one.groups)
  const kinds = groups.filter(({ code }) => !groupCode || code === groupCode).flatMap(group => group.kinds)
  const levels = kinds.find(({ code }) => code === kindCode)?.levels ?? []
  return { groupCode: groups, kindCode: kinds, levelCode: levels }
}
