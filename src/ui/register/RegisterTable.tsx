import './filterTags.css'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Total } from '#lib/paging.ts'
import { conditionWords, readDataQuery, withCondition } from '#lib/register/dataFilters.ts'
import { totalWords } from '#lib/words/totalWords.ts'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { SaveButton } from '../form/SaveButton.tsx'
import { Icon } from '../Icon.tsx'
import { KeysHelp } from '../keys/KeysHelp.tsx'
import { KeysHint } from '../keys/KeysHint.tsx'
import { goToRow, useRowKeys } from '../keys/useRowKeys.ts'
import { BulkBar } from '../table/BulkBar.tsx'
import { DataTable, type DataTableProps } from '../table/DataTable.tsx'
import type { ListFilter } from '../table/ListFilterField.tsx'
import { type Selection, useSelection } from '../table/useSelection.ts'
import { useTargetQuery } from '../table/useTargetQuery.ts'
import { withQuery } from '../table/withQuery.ts'
import { useSwitch } from '../useSwitch.ts'
import { ChooseColumns } from './ChooseColumns.tsx'
import { rowOf, stateOfList } from './listState.ts'
import type { Listed, ListPage, RegisterScreen, Sorted } from './registerScreen.ts'
import { SavedViews } from './SavedViews.tsx'

type Props<Row extends Listed, Asked extends Sorted> = Omit<
  DataTableProps<Row>,
  'caption' | 'answer' | 'columns' | 'save' | 'head' | 'selection'
> & {
  of: RegisterScreen<Row, Asked> & { partsOf: (query: URLSearchParams) => { own: URLSearchParams; others: string } }
  loaded: { asked: Asked; page: ListPage<Row> }
  acts?: (chosen: Row[], done: () => void) => ReactNode
  above?: ReactNode
  below?: ReactNode
  /** Columns that show more than their text, by the field of the row that they are named after. */
  cells?: { [K in keyof Row & string]?: (row: Row) => ReactNode }
}

/** A register as the card of its screen: its columns, and what they are sorted by, come with its rows; above it its views. */
export function RegisterTable<Row extends Listed, Asked extends Sorted>({
  of: { name, register, path, opens = 'page', list, save, partsOf },
  loaded: { asked, page },
  acts,
  above,
  below,
  cells = {},
  filters: given = [],
  actions,
  unit = '条',
  ...rest
}: Props<Row, Asked>) {
  const answer = useLoaded(page)
  const data = answer.data?.dataFilters ?? []
  const filters: readonly ListFilter[] =
    data.length > 0 ? [...given, { name: OWN, label: '自定义栏目', kind: 'data', data }] : given
  const [isWhole, showWhole] = useSwitch('wholeRows', false)
  const views = useApi('GET /staff/view/list', { register })
  const shown = answer.data?.columns ?? []
  const columns = shown.map(({ key }) => key).join(',')
  const { own, others } = partsOf(useTargetQuery())
  const kept = new URLSearchParams(own)
  kept.set('columns', columns)
  const from = stateOfList(useLocation().search)
  const address = useSearchParams()[0]
  const recordLink = (id: number) =>
    typeof opens === 'object'
      ? { to: withQuery(address, opens.panel, id), preventScrollReset: true }
      : { to: `${path}/${id}`, state: from }
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
            return i > 0 || opens === 'nothing' ? words : <Link {...recordLink(row.id)}>{words}</Link>
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
              usual={[{ name: usualName(filters), query: '' }]}
              current={own.toString()}
              others={others}
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

/** Parameter of the conditions on columns that the association has defined. */
const OWN = 'own'

/** A day stays on one line, however little room there is. */
const textOf = (text = '') => (/^\d{4}-\d\d-\d\d$/.test(text) ? <span className="cell-day">{text}</span> : text)

/** Name of the list as it is opened: what counts without a choice, or all there is. */
const usualName = (filters: readonly ListFilter[]) =>
  filters.flatMap(({ options = [], always }) => options.find(({ code }) => code === always)?.name ?? [])[0] ?? '全部'

type FilterTagsProps = { filters: readonly ListFilter[]; page: Total; unit: string }

function FilterTags({ filters, page, unit }: FilterTagsProps) {
  const query = useTargetQuery()
  const without = (name: string, rest: string) => {
    const next = new URLSearchParams(query)
    if (rest) next.set(name, rest)
    else next.delete(name)
    next.delete('pageNum')
    return { search: next.toString() }
  }
  const tags = filters.flatMap(filter => {
    const { name, label, options } = filter
    const value = query.get(name)
    if (!value) return []
    if (filter.kind === 'data') return dataTags(filter, value)
    return [
      { key: name, name, value: '', words: `${label}：${options?.find(({ code }) => code === value)?.name ?? value}` },
    ]
  })
  return (
    <div className="filter-tags">
      <span>
        共 <b>{totalWords(page)}</b> {unit}
      </span>
      {tags.map(({ key, name, value, words }) => (
        <Link key={key} to={without(name, value)} aria-label={`去掉筛选条件 ${words}`} preventScrollReset>
          {words}
          <Icon name="close" size={14} />
        </Link>
      ))}
    </div>
  )
}

/** One for each condition on a column that is data; `value`: the others. */
function dataTags({ name, data }: Extract<ListFilter, { kind: 'data' }>, typed: string) {
  const read = readDataQuery(data, typed)
  if ('fault' in read) return []
  return read.conditions.map(({ filter, condition }) => ({
    key: filter.code,
    name,
    value: withCondition(typed, filter.code, undefined),
    words: conditionWords(filter, condition),
  }))
}

const KEYS: [string, string][] = [
  ['J', '移到下一行'],
  ['K', '移到上一行'],
  ['Enter 或 O', '打开所在行'],
  ['X', '选择或取消选择所在行'],
  ['/', '到搜索框'],
  ['?', '打开这份说明'],
]

type RegisterKeysProps<Row> = { rows: readonly Row[]; selection: Pick<Selection<Row>, 'keys' | 'nameOf' | 'toggle'> }

/** A register by keys alone; what they do stands below it, and is told as they do it. */
function RegisterKeys<Row extends { id: number }>({ rows, selection }: RegisterKeysProps<Row>) {
  const [helping, setHelping] = useState(false)
  const [keysOn, turnKeys] = useSwitch('desk-keys', true)
  const [told, tell] = useState('')
  const left = rowOf(useLocation().state)
  useEffect(() => {
    if (left !== undefined) goToRow(left)
  }, [left])
  const choose = (id: number) => {
    const row = rows.find(one => one.id === id)
    if (!row) return
    selection.toggle(id)
    tell(`${selection.keys.includes(id) ? '不再选择' : '选择'} ${selection.nameOf(row)}`)
  }
  useRowKeys(keysOn, { withRow: { x: choose }, search: goToSearch, help: () => setHelping(true) })
  return (
    <>
      <StatusMessage>{told}</StatusMessage>
      <KeysHint help={() => setHelping(true)}>
        <kbd>J</kbd> <kbd>K</kbd> 上下移动，<kbd>Enter</kbd> 打开，<kbd>X</kbd> 选择，<kbd>/</kbd> 搜索
      </KeysHint>
      {helping && <KeysHelp keys={KEYS} on={keysOn} turn={turnKeys} onClose={() => setHelping(false)} />}
    </>
  )
}

const goToSearch = () => document.querySelector<HTMLElement>('.list-filters input[type="search"]')?.focus()
