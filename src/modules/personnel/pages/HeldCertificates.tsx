import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { StudyHours } from './StudyHours.tsx'

type Held = Output<ApiContract['GET /staff/person/detail']>['relying'][number]
/** A person's own tell the hours for their renewal, too. */
type Props = { caption: string; rows: (Held & { hours?: number; hoursNeeded?: number })[]; empty: string }

export function HeldCertificates({ caption, rows, empty }: Props) {
  const mayOpen = useMay('staff:certificates')
  if (rows.length === 0) return <p>{empty}。</p>
  return (
    <Table
      caption={caption}
      rows={rows}
      columns={[
        { name: '证书', cell: ({ kindName, levelName }) => [kindName, levelName].filter(Boolean).join(' ') },
        {
          name: '编号',
          cell: ({ id, number }) =>
            mayOpen ? (
              <Link to={`/staff/certificates/${id}`}>{number}</Link>
            ) : (
              <Link to={`/admin/verify?number=${number}`}>{number}</Link>
            ),
          nowrap: true,
        },
        { name: '发证日期', cell: ({ issuedOn }) => issuedOn, nowrap: true },
        { name: '有效期至', cell: ({ validTo }) => validTo ?? '长期', nowrap: true },
        ...(rows.some(({ hours }) => hours !== undefined)
          ? [{ name: '学时', cell: ({ hours = 0, hoursNeeded = 0 }) => <StudyHours of={{ hours, hoursNeeded }} /> }]
          : []),
        {
          name: '状态',
          cell: ({ status, statusName }) => <StatusTag status={status} name={statusName} />,
          nowrap: true,
        },
      ]}
    />
  )
}
