import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { Tag } from '#ui/Tag.tsx'
import '#modules/personnel/pages/unfolding.css'
import { Table, type TableColumn } from '#ui/table/Table.tsx'

type Group = Output<ApiContract['GET /app/publicity/person/group/list']>[number]
type Kind = Group['kinds'][number]

/** Kinds of certificates in a group: validity, and requirements for issue and renewal. */
export function GroupKinds({ group: { groupName, kinds } }: { group: Group }) {
  const columns = kinds.some(({ requirement }) => requirement) ? [...COLUMNS, REQUIREMENT] : COLUMNS
  return (
    <details className="unfolding">
      <summary>{groupName}证书的种类与取证条件</summary>
      <Table caption={`${groupName}证书的种类`} columns={columns} rows={kinds} keyOf={({ kindId }) => kindId} />
    </details>
  )
}

const COLUMNS: TableColumn<Kind>[] = [
  {
    name: '种类',
    cell: ({ kindName, isRetired }) => (
      <>
        {kindName} {isRetired && <Tag>不再颁发</Tag>}
      </>
    ),
  },
  { name: '级别', cell: ({ levels }) => levels.map(({ name }) => name).join('、') || '不分级别' },
  { name: '发证', cell: ({ issuerName }) => issuerName },
  {
    name: '有效期',
    cell: ({ validYears }) => (validYears === null ? '长期' : `${validYears} 年`),
    nowrap: true,
  },
  {
    name: '换证学时',
    cell: ({ renewHours }) => (renewHours > 0 ? `${renewHours} 学时` : '不要求'),
    nowrap: true,
  },
]
const REQUIREMENT: TableColumn<Kind> = {
  name: '初次取证条件',
  cell: ({ requirement }) => requirement || '未列出',
  width: '34%',
}
