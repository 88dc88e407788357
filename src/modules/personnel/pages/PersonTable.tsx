import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { MemberLink } from '#modules/membership/register/pages/MemberLink.tsx'
import { Link } from '#ui/router/router.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'

type Row = Output<ApiContract['GET /app/publicity/person/list']>['list'][number]

const COLUMNS: TableColumn<Row>[] = [
  { name: '姓名', cell: row => row.name, nowrap: true },
  { name: '发证时单位', cell: row => <MemberLink name={row.orgName} id={row.memberId} />, onPhone: 'line' },
  {
    name: '类别与级别',
    cell: row => (
      <>
        {row.kindName} {row.levelName}
        <small>{row.groupName}</small>
      </>
    ),
    onPhone: 'line',
  },
  {
    name: '证书编号',
    cell: row => <Link to={`/admin/verify?number=${row.certNo}`}>{row.certNo}</Link>,
    nowrap: true,
    onPhone: 'part',
  },
  { name: '发证日期', cell: row => row.issueDate, nowrap: true },
  { name: '有效期至', cell: row => row.validTo ?? '长期', nowrap: true, onPhone: 'named' },
  {
    name: '状态',
    cell: row => <StatusTag status={row.certStatus} name={row.certStatusName} />,
    nowrap: true,
    onPhone: 'corner',
  },
]

/** Certificates of persons as the public sees them. */
export const PersonTable = ({ rows }: { rows: Row[] }) => <Table caption="人员证书" columns={COLUMNS} rows={rows} />
