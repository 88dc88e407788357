import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
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
import type { Listed, ListPage, RegisterScreen, Sorted } from './registerScreen.ts'
import { SavedViews } from './SavedViews.tsx'

type Props<Row extends Listed, Asked extends Sorted> = Omit<
  DataTableProps<Row>,
  'caption' | 'answer' | 'columns' | 'keyOf' | 'save' | 'head' | 'selection'
> & {
  of: RegisterScreen<Row, Asked>
  /** What its `load` has brought. */
  loaded: { asked: Asked; page: ListPage<Row> }
  /** What else can be done to the rows that are chosen. */
  acts?: (chosen: Row[], done: () => void) => ReactNode
  /** What stands on the same card. */
  above?: ReactNode
  below?: ReactNode
  /** Columns that show more than their text, by the field of the row that they are named after. */
  cells?: { [K in keyof Row & string]?: (row: Row) => ReactNode }
}

/** A register as the card of its screen: its columns, and what they are sorted by, come with its rows; above it its views. */
export function RegisterTable<Row extends Listed, Asked extends Sorted>({
  of: { name, register, path, list, save },
  loaded: { asked, page },
  acts,
  above,
  below,
  cells = {},
  filters = [],
  actions,
  unit = '条',
  ...rest
}: Props<Row, Asked>) {
  const answer = useLoaded(page)
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
    pageOf: page => list(browserApi, asked, page),
  })
  const done = () => {
    selection.clear()
    answer.reload()
  }
  return (
    <section className="desk-card">
      {above}
      <DataTable
        caption={name}
        answer={answer}
        columns={shown.map(({ key, heading, sortable, nowrap, isFigure }, i) => ({
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
          isFigure,
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
      {below}
    </section>
  )
}

/** A day stays on one line, however little room there is. */
const textOf = (text = '') => (/^\d{4}-\d\d-\d\d$/.test(text) ? <span className="cell-day">{text}</span> : text)

const WHOLE = [{ name: '全部', query: '' }]
