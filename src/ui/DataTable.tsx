import { Select, Table } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import { Pager } from './Pager.tsx'
import { SaveButton } from './SaveButton.tsx'
import { States } from './States.tsx'
import type { TableColumn } from './Table.tsx'
import './dataTable.css'

type Option = { code: string; name: string }
type ListFilter = { name: string; label: string; options: readonly Option[] }
type Props<Row> = {
  /** What the rows are, for who does not see the page around it. */
  caption: string
  columns: TableColumn<Row>[]
  keyOf: (row: Row) => string | number
  /** A page of a longer list, or all there is. */
  answer: Answer<Page<Row> | Row[]>
  filters?: readonly ListFilter[]
  /** Saves the same list as a file. */
  save?: () => Promise<unknown>
  empty: { title: string; children?: ReactNode }
  unit?: string
}

/** What a list is asked for: its filters and its page, as the address has them. */
export function useListQuery<Name extends string>(...names: Name[]) {
  const [query] = useSearchParams()
  const value = (name: string) => query.get(name) || undefined
  const filters = Object.fromEntries(names.map(name => [name, value(name)])) as Partial<Record<Name, string>>
  return { ...filters, pageNum: Number(value('pageNum') ?? 1) || 1 }
}

/** The one table: rows under headings, cards on a phone, filters and page in the address. */
export function DataTable<Row extends object>({ answer, filters = [], empty, unit, save, ...rest }: Props<Row>) {
  const [query] = useSearchParams()
  const isFiltered = filters.some(({ name }) => query.has(name))
  return (
    <div className="data-table">
      {(filters.length > 0 || save) && (
        <div className="data-table-tools">
          <ListFilters filters={filters} />
          {save && <SaveButton save={save}>导出</SaveButton>}
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

type RowsProps<Row> = Pick<Props<Row>, 'caption' | 'columns' | 'keyOf'> & { rows: Row[]; loading: boolean }

const Rows = <Row extends object>({ caption, columns, keyOf, rows, loading }: RowsProps<Row>) => (
  <Table<Row>
    aria-label={caption}
    aria-busy={loading}
    rowKey={row => keyOf(row)}
    dataSource={rows}
    pagination={false}
    columns={columns.map(({ name, cell, width, nowrap }, i) => ({
      title: name,
      key: name,
      width,
      rowScope: i === 0 ? ('row' as const) : undefined,
      render: (_: unknown, row: Row) => <div>{cell(row)}</div>,
      onCell: () => ({ 'data-name': name, 'data-nowrap': nowrap || undefined }) as object,
    }))}
  />
)

/** What narrows a list, as lists to choose from. */
export const ListFilters = ({ filters }: { filters: readonly ListFilter[] }) => (
  <div className="list-filters">
    {filters.map(filter => (
      <ListFilterField key={filter.name} {...filter} />
    ))}
  </div>
)

function ListFilterField({ name, label, options }: ListFilter) {
  const [query, setQuery] = useSearchParams()
  const choose = (code: string | undefined) => {
    const next = new URLSearchParams(query)
    next.delete('pageNum')
    if (code) next.set(name, code)
    else next.delete(name)
    setQuery(next, { preventScrollReset: true })
  }
  const id = `filter-${name}`
  return (
    <label htmlFor={id}>
      {label}
      <Select
        id={id}
        aria-label={label}
        value={query.get(name) ?? ''}
        options={[{ value: '', label: '全部' }, ...options.map(({ code, name }) => ({ value: code, label: name }))]}
        onChange={choose}
      />
    </label>
  )
}
