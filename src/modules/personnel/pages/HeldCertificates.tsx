import { Link } from 'react-router'
import { useMay } from '#layouts/staff/staff.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { Table } from '#ui/Table.tsx'
import type { PersonFile } from './StaffPerson.tsx'

type Props = { caption: string; rows: PersonFile['held']; empty: string }

export function HeldCertificates({ caption, rows, empty }: Props) {
  const mayOpen = useMay('staff:certificates')
  if (rows.length === 0) return <p>{empty}。</p>
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={({ id }) => id}
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
        {
          name: '状态',
          cell: ({ status, statusName }) => <StatusTag status={status} name={statusName} />,
          nowrap: true,
        },
      ]}
    />
  )
}
