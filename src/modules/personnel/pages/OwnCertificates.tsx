import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { OwnPerson } from './PersonFile.tsx'
import { StudyHours } from './StudyHours.tsx'

/** Each with the hours for its renewal. */
export function OwnCertificates({ of: { name, certs } }: { of: OwnPerson }) {
  if (certs.length === 0)
    return (
      <Empty title="没有登记的证书" icon="certificate">
        <p>在协会取得的证书会列在这里。</p>
      </Empty>
    )
  return (
    <Table
      caption={`${name}的证书`}
      rows={certs}
      keyOf={({ certId }) => certId}
      columns={[
        { name: '证书', cell: ({ kindName, levelName }) => [kindName, levelName].filter(Boolean).join(' ') },
        { name: '编号', cell: ({ certNo, verifyUrl }) => <a href={verifyUrl}>{certNo}</a>, nowrap: true },
        {
          name: '有效期',
          cell: ({ validFrom, validTo, daysLeft, certStatus }) => (
            <>
              {validFrom} 至 {validTo ?? '另行通知'}
              {daysLeft !== null && certStatus === 'expiring' && <small>还有 {daysLeft} 天</small>}
            </>
          ),
        },
        { name: '学时', cell: certificate => <StudyHours of={certificate} /> },
        {
          name: '状态',
          cell: ({ certStatus, certStatusName }) => <StatusTag status={certStatus} name={certStatusName} />,
          nowrap: true,
        },
      ]}
    />
  )
}
