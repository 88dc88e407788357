import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { type Answer, useApi } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import type { RegisterHead } from '#lib/register/register.ts'
import { SaveButton } from '../form/SaveButton.tsx'
import { BulkBar } from '../table/BulkBar.tsx'
import { DataTable, type DataTableProps } from '../table/DataTable.tsx'
import { useAskedQuery } from '../table/useAskedQuery.ts'
import { useSelection } from '../table/useSelection.ts'
import { useSwitch } from '../useSwitch.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { FilterTags } from './FilterTags.tsx'
import { fromList } from './listLeft.ts'
import { RegisterKeys } from './RegisterKeys.tsx'
import { SavedViews } from './SavedViews.tsx'

type Listed = { id: number; cells: { [key: string]: string } }
type Asked = { sort?: string | undefined; columns?: string | undefined }
type Props<Row extends Listed, A extends Asked> = Omit<
  DataTableProps<Row>,
  'answer' | 'columns' | 'keyOf' | 'save' | 'head' | 'selection'
> & {
  /** Its code, under which views of it are kept. */
  register: string
  answer: Answer<Page<Row> & { columns: RegisterHead[]; others: RegisterHead[] }>
  /** Its address, below which each row has its page; the first column leads there. */
  path: string
  /** What the list is narrowed by, in which order, with which columns. */
  asked: A
  /** Any page of the same list, for choosing what stands on others. */
  pageOf: (page: { pageNum: number; pageSize: number }) => Promise<Page<Row>>
  /** Saves the same list, or some of its rows, as a file; without `columns` with all there are. */
  save: (given: A | (Asked & { ids: string })) => Promise<unknown>
  /** What else can be done to the rows that are chosen. */
  acts?: (chosen: Row[], done: () => void) => ReactNode
  /** Columns that show more than their text, by the field of the row that they are named after. */
  cells?: { [K in keyof Row & string]?: (row: Row) => ReactNode }
}

/** A register as a table: its columns, and what they are sorted by, come with its rows; above it its views. */
export function RegisterTable<Row extends Listed, A extends Asked>({
  register,
  path,
  answer,
  asked,
  pageOf,
  save,
  acts,
  cells = {},
  filters = [],
  actions,
  unit = '条',
  ...rest
}: Props<Row, A>) {
  const [isWhole, showWhole] = useSwitch('wholeRows', false)
  const views = useApi('GET /staff/view/list', { register })
  const shown = answer.data?.columns ?? []
  const columns = shown.map(({ key }) => key).join(',')
  const current = new URLSearchParams(useAskedQuery())
  current.delete('pageNum')
  const kept = new URLSearchParams(current)
  kept.set('columns', columns)
  const from = fromList(useLocation().search)
  const special = new Map<string, (row: Row) => ReactNode>(Object.entries(cells))
  const selection = useSelection<Row>({
    rows: answer.data?.list ?? [],
    keyOf: ({ id }) => id,
    nameOf: row => row.cells[shown[0]?.key ?? ''] ?? '',
    filters: asked,
    pageOf,
  })
  const done = () => {
    selection.clear()
    answer.reload()
  }
  return (
    <>
      <DataTable
        answer={answer}
        columns={shown.map(({ key, heading, sortable, nowrap }, i) => ({
          name: heading,
          cell: (row: Row) => {
            const words = special.get(key)?.(row) ?? textOf(row.cells[key])
            return i > 0 ? (
              words
            ) : (
              <Link to={`${path}/${row.id}`} state={from}>
                {words}
              </Link>
            )
          },
          nowrap,
          title: (row: Row) => row.cells[key],
          sort: sortable ? key : undefined,
        }))}
        filters={filters}
        save={() => save({ ...asked, columns })}
        unit={unit}
        isOneLine={!isWhole}
        selection={selection}
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
              <ChooseColumns
                register={register}
                shown={shown}
                others={answer.data.others}
                changed={answer.reload}
                isWhole={isWhole}
                showWhole={showWhole}
              />
            )}
            <SaveButton save={() => save({ ...asked, columns: undefined })}>导出全部栏目</SaveButton>
          </>
        }
        {...rest}
      />
      <RegisterKeys rows={answer.data?.list ?? []} selection={selection} />
      {selection.keys.length > 0 && (
        <BulkBar count={selection.keys.length} unit={unit} clear={selection.clear}>
          <SaveButton save={() => save({ sort: asked.sort, columns, ids: selection.keys.join(',') })}>
            导出所选
          </SaveButton>
          {acts?.(selection.rows, done)}
        </BulkBar>
      )}
    </>
  )
}

/** A day stays on one line, however little room there is. */
const textOf = (text = '') => (/^\d{4}-\d\d-\d\d$/.test(text) ? <span className="cell-day">{text}</span> : text)

const WHOLE = [{ name: '全部', query: '' }]
