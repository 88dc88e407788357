import type { ReactNode } from 'react'
import type { Answer } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import type { RegisterHead } from '#lib/register/register.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'

type Listed = { id: number; cells: { [key: string]: string } }
type Props<Row extends Listed> = Omit<DataTableProps<Row>, 'answer' | 'columns' | 'keyOf'> & {
  answer: Answer<Page<Row> & { columns: RegisterHead[] }>
  /** Columns that show more than their text, by the field of the row that they are named after. */
  cells?: { [K in keyof Row & string]?: (row: Row) => ReactNode }
}

/** A register as a table: its columns, and what they are sorted by, come with its rows. */
export function RegisterTable<Row extends Listed>({ answer, cells = {}, ...rest }: Props<Row>) {
  const special = new Map<string, (row: Row) => ReactNode>(Object.entries(cells))
  const columns = (answer.data?.columns ?? []).map(({ key, heading, sortable, nowrap }) => ({
    name: heading,
    cell: special.get(key) ?? ((row: Row) => row.cells[key]),
    nowrap,
    sort: sortable ? key : undefined,
  }))
  return <DataTable answer={answer} columns={columns} {...rest} />
}
