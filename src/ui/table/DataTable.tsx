import { Table } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import { SaveButton } from '../form/SaveButton.tsx'
import { States } from '../States.tsx'
import { ChooseAll } from './ChooseAll.tsx'
import { type ListFilter, ListFilterField } from './ListFilterField.tsx'
import { Pager } from './Pager.tsx'
import { SortHeading, sortedBy } from './SortHeading.tsx'
import type { TableColumn } from './Table.tsx'
import type { Selection } from './useSelection.ts'
import './dataTable.css'

/** `sort`: the column's name in the address, where the list can be sorted by it. */
export type DataColumn<Row> = TableColumn<Row> & { sort?: string }
export type DataTableProps<Row> = {
  /** What the rows are, for who does not see the page around it. */
  caption: string
  columns: DataColumn<Row>[]
  keyOf: (row: Row) => string | number
  /** A page of a longer list, or all there is. */
  answer: Answer<Page<Row> | Row[]>
  filters?: readonly ListFilter[]
  /** Saves the same list as a file. */
  save?: () => Promise<unknown>
  empty: { title: string; children?: ReactNode }
  unit?: string
  selection?: Selection<Row>
  /** What may be done with the list, beside its filters. */
  actions?: ReactNode
}

/** What a list is asked for: its filters and its page, as the address has them. */
export function useListQuery<Name extends string>(...names: Name[]) {
  const [query] = useSearchParams()
  const value = (name: string) => query.get(name) || undefined
  const filters = Object.fromEntries(names.map(name => [name, value(name)])) as Partial<Record<Name, string>>
  return { ...filters, pageNum: Number(value('pageNum') ?? 1) || 1 }
}

/**
 * The same for a call that knows its filters: names that it does not have do not compile. Anybody may type anything into
 * an address; the call's contract checks it, and refuses with a sentence.
 */
export const useFilters = <Filters extends object>(...names: (keyof Filters & string)[]) =>
  useListQuery(...names) as Filters & { pageNum: number }

/** The one table: rows under headings, cards on a phone, filters and page in the address. */
export function DataTable<Row extends object>({
  answer,
  filters = [],
  empty,
  unit,
  save,
  actions,
  ...rest
}: DataTableProps<Row>) {
  const [query] = useSearchParams()
  const isFiltered = filters.some(({ name }) => query.has(name))
  return (
    <div className="data-table">
      {(filters.length > 0 || save || actions) && (
        <div className="data-table-tools">
          <ListFilters filters={filters} />
          <div className="data-table-actions">
            {actions}
            {save && <SaveButton save={save}>导出</SaveButton>}
          </div>
        </div>
      )}
      <States
        answer={answer}
        empty={
          isFiltered
            ? { when: isEmpty, title: '没有符合条件的记录', children: '请换一个筛选条件。' }
            : { when: isEmpty, ...empty }
        }
      >
        {data => (
          <>
            {rest.selection && !Array.isArray(data) && <ChooseAll of={rest.selection} {...data} unit={unit} />}
            <Rows {...rest} rows={rowsOf(data)} loading={answer.loading} />
            {!Array.isArray(data) && data.pages > 1 && <Pager page={data} unit={unit} />}
          </>
        )}
      </States>
    </div>
  )
}

const rowsOf = <Row,>(data: Page<Row> | Row[]) => (Array.isArray(data) ? data : data.list)
const isEmpty = (data: Page<unknown> | unknown[]) => rowsOf(data).length === 0

type RowsProps<Row> = Pick<DataTableProps<Row>, 'caption' | 'columns' | 'keyOf' | 'selection'> & {
  rows: Row[]
  loading: boolean
}

function Rows<Row extends object>({ caption, columns, keyOf, rows, loading, selection }: RowsProps<Row>) {
  const [query] = useSearchParams()
  return (
    <Table<Row>
      aria-label={caption}
      aria-busy={loading}
      rowKey={row => keyOf(row)}
      dataSource={rows}
      pagination={false}
      rowSelection={
        selection && {
          selectedRowKeys: selection.keys,
          preserveSelectedRowKeys: true,
          onChange: keys => selection.choose(keys as number[]),
          getCheckboxProps: row => ({ 'aria-label': `选择 ${selection.nameOf(row)}` }) as object,
          getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部' }),
        }
      }
      columns={columns.map(({ name, cell, width, nowrap, sort }, i) => ({
        title: sort ? <SortHeading by={sort} heading={name} /> : name,
        key: name,
        width,
        rowScope: i === 0 ? ('row' as const) : undefined,
        render: (_: unknown, row: Row) => <div>{cell(row)}</div>,
        onCell: () => ({ 'data-name': name, 'data-nowrap': nowrap || undefined }) as object,
        onHeaderCell: () => ({ 'aria-sort': sort ? sortedBy(query, sort) : undefined }),
      }))}
    />
  )
}

/** What narrows a list, as lists to choose from. */
export const ListFilters = ({ filters }: { filters: readonly ListFilter[] }) => (
  <div className="list-filters">
    {filters.map(filter => (
      <ListFilterField key={filter.name} {...filter} />
    ))}
  </div>
)
