import { Button, Input, Select, Table } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import { SaveButton } from '../form/SaveButton.tsx'
import { States } from '../States.tsx'
import { Pager } from './Pager.tsx'
import type { TableColumn } from './Table.tsx'
import { MOST, type Selection } from './useSelection.ts'
import './dataTable.css'

type Option = { code: string; name: string }
/** Narrows a list by a choice, by words, or by a day (as `from` or `to`, say). */
export type ListFilter = {
  name: string
  label: string
} /** `always`: what counts where the address says nothing; then there is no "all". */ & (
  | { options: readonly Option[]; kind?: undefined; always?: string }
  | { kind: 'text' | 'day'; options?: undefined }
)
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

/** The one table: rows under headings, cards on a phone, filters and page in the address. */
export function DataTable<Row extends object>({
  answer,
  filters = [],
  empty,
  unit,
  save,
  actions,
  ...rest
}: Props<Row>) {
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

type RowsProps<Row> = Pick<Props<Row>, 'caption' | 'columns' | 'keyOf' | 'selection'> & {
  rows: Row[]
  loading: boolean
}

const Rows = <Row extends object>({ caption, columns, keyOf, rows, loading, selection }: RowsProps<Row>) => (
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

type Choice<Row> = Pick<Page<Row>, 'total' | 'pages' | 'more'> & { of: Selection<Row>; unit?: string }

/** With rows chosen on one page of several: how many, and a way to all the others. */
function ChooseAll<Row>({ of, total, pages, more, unit = '条' }: Choice<Row>) {
  if (pages < 2 || (of.keys.length === 0 && of.fetched === undefined)) return null
  const all = Math.min(total, MOST)
  const rest = of.chooseAll && of.keys.length < all
  return (
    <p role="status" className="choose-all">
      {of.fetched === undefined ? `已选 ${of.keys.length} ${unit}。` : `正在选取，已有 ${of.fetched} / ${all}`}
      {of.fetched !== undefined && (
        <Button type="link" onClick={of.stop}>
          停止
        </Button>
      )}
      {of.fetched === undefined && rest && (
        <Button type="link" onClick={() => void of.chooseAll!()}>
          {more || total > MOST ? `选择前 ${MOST} ${unit}` : `选择全部 ${total} ${unit}`}
        </Button>
      )}
      {of.fetched === undefined && of.keys.length > 0 && (
        <Button type="link" onClick={of.clear}>
          取消选择
        </Button>
      )}
      {of.problem && <span className="field-error">{of.problem}</span>}
    </p>
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

function ListFilterField(filter: ListFilter) {
  const [query, setQuery] = useSearchParams()
  const { name, label, options } = filter
  const always = filter.options && filter.always
  const value = query.get(name) ?? always ?? ''
  const choose = (chosen: string) => {
    if (chosen === value) return
    const next = new URLSearchParams(query)
    next.delete('pageNum')
    if (chosen) next.set(name, chosen)
    else next.delete(name)
    setQuery(next, { preventScrollReset: true })
  }
  const id = `filter-${name}`
  return (
    <label htmlFor={id}>
      {label}
      {options ? (
        <Select
          id={id}
          aria-label={label}
          value={value}
          options={[
            ...(always === undefined ? [{ value: '', label: '全部' }] : []),
            ...options.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={choose}
          popupMatchSelectWidth={220}
        />
      ) : (
        <TypedFilter
          key={value}
          id={id}
          type={filter.kind === 'day' ? 'date' : 'search'}
          value={value}
          choose={choose}
        />
      )}
    </label>
  )
}

type Typed = { id: string; type: 'date' | 'search'; value: string; choose: (value: string) => void }

/** Counts when it is finished, by Enter or by going on; a day as soon as it is one. */
const TypedFilter = ({ id, type, value, choose }: Typed) => (
  <Input
    id={id}
    type={type}
    defaultValue={value}
    maxLength={60}
    onPressEnter={event => choose(event.currentTarget.value.trim())}
    onBlur={event => choose(event.currentTarget.value.trim())}
    onChange={event => type === 'date' && choose(event.target.value)}
  />
)
