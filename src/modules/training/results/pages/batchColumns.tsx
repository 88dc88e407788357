import type { TableColumn } from '#ui/table/Table.tsx'

type Row = {
  name: string
  ticketNumber: string | null
  organisationName: string
  levelName: string
  resultName: string
}

/** Who somebody is that a certificate is made for, and by which result. */
export const batchColumns: TableColumn<Row>[] = [
  {
    name: '姓名',
    cell: ({ name, ticketNumber }) => (
      <>
        {name}
        <small>{ticketNumber}</small>
      </>
    ),
  },
  { name: '单位', cell: ({ organisationName }) => organisationName },
  { name: '级别', cell: ({ levelName }) => levelName || '—', nowrap: true },
  { name: '成绩', cell: ({ resultName }) => resultName, nowrap: true },
]
