import type { ReactNode } from 'react'
import { type Answer, useApi } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import type { RegisterHead } from '#lib/register/register.ts'
import { SaveButton } from '../form/SaveButton.tsx'
import { DataTable, type DataTableProps } from '../table/DataTable.tsx'
import { useAskedQuery } from '../table/useAskedQuery.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { FilterTags } from './FilterTags.tsx'
import { SavedViews } from './SavedViews.tsx'

type Listed = { id: number; cells: { [key: string]: string } }
type Given = { columns?: string | undefined }
type Props<Row extends Listed, Asked extends Given> = Omit<
  DataTableProps<Row>,
  'answer' | 'columns' | 'keyOf' | 'save' | 'head'
> & {
  /** Its code, under which views of it are kept. */
  register: string
  answer: Answer<Page<Row> & { columns: RegisterHead[]; others: RegisterHead[] }>
  /** What the list is narrowed by, in which order, with which columns. */
  asked: Asked
  /** Saves the same list as a file; without `columns` with all there are. */
  save: (given: Partial<Asked> & Given) => Promise<unknown>
  /** Columns that show more than their text, by the field of the row that they are named after. */
  cells?: { [K in keyof Row & string]?: (row: Row) => ReactNode }
}

/** A register as a table: its columns, and what they are sorted by, come with its rows; above it its views. */
export function RegisterTable<Row extends Listed, Asked extends Given>({
  register,
  answer,
  asked,
  save,
  cells = {},
  filters = [],
  actions,
  unit = '条',
  ...rest
}: Props<Row, Asked>) {
  const views = useApi('GET /staff/view/list', { register })
  const shown = answer.data?.columns ?? []
  const keys = shown.map(({ key }) => key).join(',')
  const current = new URLSearchParams(useAskedQuery())
  current.delete('pageNum')
  const kept = new URLSearchParams(current)
  kept.set('columns', keys)
  const special = new Map<string, (row: Row) => ReactNode>(Object.entries(cells))
  const columns = shown.map(({ key, heading, sortable, nowrap }) => ({
    name: heading,
    cell: special.get(key) ?? ((row: Row) => row.cells[key]),
    nowrap,
    sort: sortable ? key : undefined,
  }))
  return (
    <DataTable
      answer={answer}
      columns={columns}
      filters={filters}
      save={() => save({ ...asked, columns: keys })}
      unit={unit}
      head={
        <>
          <SavedViews
            register={register}
            answer={views}
            usual={WHOLE}
            current={current.toString()}
            kept={kept.toString()}
          />
          {answer.data && <FilterTags filters={filters} page={answer.data} unit={unit} />}
        </>
      }
      actions={
        <>
          {actions}
          {answer.data && (
            <ChooseColumns register={register} shown={shown} others={answer.data.others} changed={answer.reload} />
          )}
          <SaveButton save={() => save({ ...asked, columns: undefined })}>导出全部栏目</SaveButton>
        </>
      }
      {...rest}
    />
  )
}

const WHOLE = [{ name: '全部', query: '' }]
