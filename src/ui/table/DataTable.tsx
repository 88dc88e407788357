import './cells.css'
import './dataTable.css'
import './fitting/cards.css'
import './fitting/wideTable.css'
import { Button, Table } from 'antd'
import { memo, type ReactNode, type RefObject, useEffect } from 'react'
import { Link, useNavigation, useSearchParams } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import { PAGE_SIZES } from '#lib/register/pageSize.ts'
import { SaveButton } from '../form/SaveButton.tsx'
import { Icon } from '../Icon.tsx'
import { keepTogether } from '../keepTogether.tsx'
import { States } from '../States.tsx'
import { useWide } from './fitting/useWide.ts'
import type { ListFilter } from './ListFilterField.tsx'
import { ListFilters } from './ListFilters.tsx'
import { Pager } from './Pager.tsx'
import { useRememberList } from './rememberedLists.ts'
import { type HasId, idOf, type KeyOf } from './rowKey.ts'
import type { TableColumn } from './Table.tsx'
import { useDropRefused } from './useDropRefused.ts'
import { MAX_SELECTED_ROWS, type Selection } from './useSelection.ts'
import { useTargetQuery } from './useTargetQuery.ts'

/**
 * `sort`: the column's name in the address, where the list can be sorted by it. `title`: the whole of its text, where a
 * row shows one line.
 */
export type DataColumn<Row> = TableColumn<Row> & { sort?: string; title?: (row: Row) => string | undefined }
export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  caption: string
  columns: DataColumn<Row>[]
  /** A page of a longer list, or all there is. */
  answer: Answer<Page<Row> | Row[]>
  filters?: readonly ListFilter[]
  /** Saves the same list as a file. */
  save?: () => Promise<unknown>
  empty: { title: string; children?: ReactNode }
  unit?: string
  selection?: Selection<Row>
  /** Rows show one line of each text if the columns fit, the rest on hover. */
  isOneLine?: boolean
  actions?: ReactNode
  /** Above its filters: ways of looking at it, and how many there are. */
  head?: ReactNode
}

/** The one table: rows under headings, cards on a phone, filters and page in the address. */
export function DataTable<Row extends HasId>(props: DataTableProps<Row>): ReactNode
export function DataTable<Row extends object>(props: DataTableProps<Row> & { keyOf: KeyOf<Row> }): ReactNode
export function DataTable<Row extends object>({
  answer,
  filters = [],
  empty,
  unit,
  save,
  actions,
  head,
  ...rest
}: DataTableProps<Row> & { keyOf?: KeyOf<Row> }) {
  const [query] = useSearchParams()
  useRememberList()
  useDropRefused(answer.error)
  const isFiltered = filters.some(({ name }) => query.has(name))
  const acts = (save || actions) && (
    <div className="data-table-actions">
      {actions}
      {save && <SaveButton save={save}>导出</SaveButton>}
    </div>
  )
  return (
    <div className="data-table">
      {head && (
        <div className="data-table-head">
          {head}
          {acts}
        </div>
      )}
      {(filters.length > 0 || (acts && !head)) && (
        <div className="data-table-tools">
          <ListFilters filters={filters} />
          {!head && acts}
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
            {!Array.isArray(data) && data.total > PAGE_SIZES[0] && (
              <Pager page={data} unit={unit} sizes={sizesFor(data)} />
            )}
          </>
        )}
      </States>
    </div>
  )
}

const rowsOf = <Row,>(data: Page<Row> | Row[]) => (Array.isArray(data) ? data : data.list)
/** Page sizes to choose from, if the present size is one of them. */
const sizesFor = ({ pageSize }: Page<unknown>) => (PAGE_SIZES.some(size => size === pageSize) ? PAGE_SIZES : [])
const isEmpty = (data: Page<unknown> | unknown[]) => rowsOf(data).length === 0

/** Number of columns up to which they usually fit side by side. */
const MAX_SIDE_BY_SIDE_COLUMNS = 9

type RowsProps<Row> = Pick<DataTableProps<Row>, 'caption' | 'columns' | 'selection' | 'isOneLine'> & {
  keyOf?: KeyOf<Row> | undefined
  rows: Row[]
  loading: boolean
}

const Rows = <Row extends object>(props: RowsProps<Row>) => (
  <SortedRows {...(props as unknown as RowsProps<object>)} sorting={useTargetQuery().get('sort')} />
)

/** Drawn again for other rows or another order, and not while another page or screen is on its way: that takes long. */
const SortedRows = memo(function SortedRows<Row extends object>({
  caption,
  columns,
  keyOf = idOf,
  rows,
  loading,
  selection,
  isOneLine = false,
  sorting,
}: RowsProps<Row> & { sorting: string | null }) {
  const around = useWide()
  return (
    <div
      ref={around}
      className="data-table-rows"
      data-many={columns.length > MAX_SIDE_BY_SIDE_COLUMNS || undefined}
      data-one-line={isOneLine || undefined}
    >
      <Leaving around={around} loading={loading} />
      <Table<Row>
        aria-label={caption}
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
        columns={columns.map(({ name, cell, width, nowrap, isFigure, sort, title }, i) => ({
          title: sort ? <SortHeading by={sort} heading={name} /> : name,
          key: name,
          width,
          rowScope: i === 0 ? ('row' as const) : undefined,
          className: i === 0 ? 'data-table-first' : undefined,
          render: (_: unknown, row: Row) => <div>{keepTogether(cell(row))}</div>,
          onCell: row =>
            ({
              'data-name': name,
              'data-nowrap': nowrap || isFigure || undefined,
              'data-figure': isFigure || undefined,
              title: isOneLine ? title?.(row) : undefined,
            }) as object,
          onHeaderCell: () =>
            ({
              'aria-sort': sort ? sortedBy(sorting, sort) : undefined,
              'data-figure': isFigure || undefined,
            }) as object,
        }))}
      />
    </div>
  )
})

type LeavingProps = { around: RefObject<HTMLDivElement | null>; loading: boolean }

/** Marks the rows as outdated while another page or filter is loading; by hand, so that they are not all drawn again. */
function Leaving({ around, loading }: LeavingProps) {
  const isLeaving = useNavigation().state === 'loading'
  useEffect(() => {
    const table = around.current!.querySelector('table')!
    table.ariaBusy = String(loading || isLeaving)
    for (const row of table.querySelectorAll<HTMLElement>('tbody > tr, th.ant-table-selection-column'))
      row.inert = isLeaving
  })
  return (
    <p className="hidden-text" role="status">
      {isLeaving && '正在载入，请稍候'}
    </p>
  )
}

/** `aria-sort` of a column, from `sort` in the address. */
function sortedBy(sort: string | null, by: string): 'ascending' | 'descending' | undefined {
  if (sort === by) return 'ascending'
  return sort === `-${by}` ? 'descending' : undefined
}

/** A column's heading: sorts the list by it, then the other way round, then not at all. */
function SortHeading({ by, heading }: { by: string; heading: string }) {
  const query = useTargetQuery()
  const sorted = sortedBy(query.get('sort'), by)
  const next = new URLSearchParams(query)
  next.delete('pageNum')
  if (sorted === undefined) next.set('sort', by)
  else if (sorted === 'ascending') next.set('sort', `-${by}`)
  else next.delete('sort')
  return (
    <Link to={{ search: next.toString() }} className="sort-heading" preventScrollReset>
      {heading}
      {sorted && <Icon name={sorted === 'ascending' ? 'up' : 'down'} size={14} />}
    </Link>
  )
}

type Choice<Row> = Pick<Page<Row>, 'total' | 'pages' | 'more'> & { of: Selection<Row>; unit?: string }

/** Offers to select all rows of the list, once some are selected; of a single page on a phone alone, where no heading does. */
function ChooseAll<Row>({ of, total, pages, more, unit = '条' }: Choice<Row>) {
  if (of.keys.length === 0 && of.fetched === undefined) return null
  const all = Math.min(total, MAX_SELECTED_ROWS)
  const rest = of.chooseAll && of.keys.length < all
  return (
    <p role="status" className="choose-all" data-single={pages < 2 || undefined}>
      {of.fetched === undefined ? `已选 ${of.keys.length} ${unit}。` : `正在选取，已有 ${of.fetched} / ${all}`}
      {of.fetched !== undefined && (
        <Button type="link" onClick={of.stop}>
          停止
        </Button>
      )}
      {of.fetched === undefined && rest && (
        <Button type="link" onClick={() => void of.chooseAll!()}>
          {more || total > MAX_SELECTED_ROWS ? `选择前 ${MAX_SELECTED_ROWS} ${unit}` : `选择全部 ${total} ${unit}`}
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
