import type { ReactNode } from 'react'
import { type Answer, useApi } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import type { RegisterHead } from '#lib/register/register.ts'
import { DataTable, type DataTableProps } from '../table/DataTable.tsx'
import { useAskedQuery } from '../table/useAskedQuery.ts'
import { SavedViews } from './SavedViews.tsx'

type Listed = { id: number; cells: { [key: string]: string } }
type Props<Row extends Listed> = Omit<DataTableProps<Row>, 'answer' | 'columns' | 'keyOf'> & {
  /** Its code, under which views of it are kept. */
  register: string
  answer: Answer<Page<Row> & { columns: RegisterHead[] }>
  /** Columns that show more than their text, by the field of the row that they are named after. */
  cells?: { [K in keyof Row & string]?: (row: Row) => ReactNode }
}

/** A register as a table: its columns, and what they are sorted by, come with its rows; above it its views. */
export function RegisterTable<Row extends Listed>({ register, answer, cells = {}, ...rest }: Props<Row>) {
  const views = useApi('GET /staff/view/list', { register })
  const current = new URLSearchParams(useAskedQuery())
  current.delete('pageNum')
  const special = new Map<string, (row: Row) => ReactNode>(Object.entries(cells))
  const columns = (answer.data?.columns ?? []).map(({ key, heading, sortable, nowrap }) => ({
    name: heading,
    cell: special.get(key) ?? ((row: Row) => row.cells[key]),
    nowrap,
    sort: sortable ? key : undefined,
  }))
  return (
    <>
      <SavedViews register={register} answer={views} usual={WHOLE} current={current.toString()} />
      <DataTable answer={answer} columns={columns} {...rest} />
    </>
  )
}

const WHOLE = [{ name: '全部', query: '' }]
