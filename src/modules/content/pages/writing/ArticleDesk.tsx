import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { Tag } from '#ui/Tag.tsx'
import { type DataColumn, DataTable } from '#ui/table/DataTable.tsx'
import type { ListFilter } from '#ui/table/ListFilterField.tsx'
import { useSelection } from '#ui/table/useSelection.ts'
import { BulkActs } from './BulkActs.tsx'
import { type Counts, StateNav } from './StateNav.tsx'
import { toneOf } from './tone.ts'

type Row = Output<ApiContract['GET /staff/article/list']>['list'][number]
export type Filters = Input<ApiContract['GET /staff/article/export']>

type List = {
  filters: Filters
  page: Output<ApiContract['GET /staff/article/list']>
  columns: Output<ApiContract['GET /staff/article/columns']>
  counts: Counts
}

/** The list: by state above, narrowed by what is in the address, and what may be done to several at once. */
export function ArticleDesk({ list: { filters, page, columns, counts } }: { list: List }) {
  const answer = useLoaded(page)
  const selection = useSelection<Row>({
    rows: page.list,
    filters,
    keyOf: (row: Row) => row.id,
    nameOf: (row: Row) => row.title,
    pageOf: asked => browserApi('GET /staff/article/list', { ...filters, ...asked }),
  })
  const isEditor = useMay('staff:publish')
  return (
    <section className="desk-card">
      <StateNav filters={filters} counts={counts} />
      <DataTable
        caption="文章"
        columns={filters.trash ? [...CELLS.slice(0, 3), DELETED] : CELLS}
        answer={answer}
        filters={filtersOf(columns)}
        save={() => saveFile('GET /staff/article/export', filters)}
        empty={{ title: filters.trash ? '回收站是空的' : '还没有文章', children: '点“新建文章”开始写第一篇。' }}
        unit="篇"
        selection={isEditor ? selection : undefined}
        isOneLine
        actions={<NewArticle catalogId={filters.catalogId} />}
      />
      {isEditor && (
        <BulkActs
          rows={selection.rows}
          columns={columns}
          inTrash={filters.trash === '1'}
          clear={selection.clear}
          done={() => {
            selection.clear()
            answer.reload()
          }}
        />
      )}
    </section>
  )
}

const filtersOf = (columns: readonly { id: number; name: string }[]): ListFilter[] => [
  { name: 'catalogId', label: '栏目', options: columns.map(({ id, name }) => ({ code: String(id), name })) },
  { name: 'key', label: '标题或文号', kind: 'text' },
  { name: 'author', label: '作者或建立人', kind: 'text', seldom: true },
  { name: 'from', label: '日期从', kind: 'day', seldom: true },
  { name: 'to', label: '到', kind: 'day', seldom: true },
  { name: 'awaits', label: '等谁办理', options: optionsOf({ me: '待我审核' }) },
  { name: 'mine', label: '谁的', options: [{ code: '1', name: '我建立的' }], seldom: true },
]

const CELLS: DataColumn<Row>[] = [
  {
    name: '标题',
    cell: row => (
      <>
        {row.isTop && <Tag tone="water">置顶</Tag>} {row.isRed && <Tag tone="bad">标红</Tag>}{' '}
        <Link to={`/staff/articles/${row.id}`}>{row.title}</Link>
      </>
    ),
    title: row => row.title,
  },
  { name: '栏目', cell: ({ catalogName }) => catalogName, nowrap: true },
  {
    name: '状态',
    cell: row => (
      <span className="writing-marks">
        <Tag tone={toneOf[row.status]}>{row.statusName}</Tag>
        {row.stepName && <Tag tone="water">等待{row.stepName}</Tag>}
        {row.isChanged && <Tag tone="warn">有未发布的修改</Tag>}
        {row.scheduledFor && <span>{minute(row.scheduledFor)}</span>}
      </span>
    ),
  },
  { name: '作者', cell: row => row.author || row.createdBy || '—', nowrap: true },
  {
    name: '最后修改',
    cell: row => (
      <>
        {minute(row.editedAt)} {row.editedBy && <span className="writing-by">{row.editedBy}</span>}
      </>
    ),
  },
  { name: '发布时间', cell: row => (row.publishTime ? minute(row.publishTime) : '—') },
  { name: '阅读', cell: row => withCommas(row.viewCount), nowrap: true },
]
const DELETED: DataColumn<Row> = {
  name: '删除时间',
  cell: row => (row.deletedAt ? `${minute(row.deletedAt)}，30 天后彻底删除` : '—'),
}

function NewArticle({ catalogId }: Pick<Filters, 'catalogId'>) {
  const navigate = useNavigate()
  const query = catalogId ? `?catalogId=${catalogId}` : ''
  return (
    <Button type="primary" onClick={() => void navigate(`/staff/articles/new${query}`)}>
      新建文章
    </Button>
  )
}
