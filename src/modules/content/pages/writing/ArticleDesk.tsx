import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { articleFilters } from '../../articleFilters.ts'
import { articles } from '../registers.ts'
import { BulkActs } from './BulkActs.tsx'
import { type Counts, StateNav } from './StateNav.tsx'
import { toneOf } from './tone.ts'

type List = {
  loaded: Awaited<ReturnType<typeof articles.load>>
  columns: Output<ApiContract['GET /staff/article/columns']>
  counts: Counts
}

/** State and recycle bin are chosen in `StateNav`. */
const { status: _, trash: __, ...chosenFilters } = articleFilters

/** The list: by state above, narrowed by what is in the address, and what may be done to several at once. */
export function ArticleDesk({ list: { loaded, columns, counts } }: { list: List }) {
  const { asked } = loaded
  const isEditor = useMay('staff:publish')
  const inTrash = asked.trash === '1'
  return (
    <RegisterTable
      of={articles}
      loaded={loaded}
      unit="篇"
      filters={registerFilters(chosenFilters, {
        catalogId: columns.map(({ id, name }) => ({ code: String(id), name })),
      })}
      empty={{ title: inTrash ? '回收站是空的' : '还没有文章', children: '点“新建文章”开始写第一篇。' }}
      above={<StateNav filters={asked} counts={counts} />}
      actions={<NewArticle catalogId={asked.catalogId} />}
      acts={(rows, done) => isEditor && <BulkActs rows={rows} columns={columns} inTrash={inTrash} done={done} />}
      cells={{
        title: row => (
          <>
            {row.isTop && <Tag tone="water">置顶</Tag>} {row.isRed && <Tag tone="bad">标红</Tag>} {row.title}
          </>
        ),
        statusName: row => (
          <span className="writing-marks">
            <Tag tone={toneOf[row.status]}>{row.statusName}</Tag>
            {row.stepName && <Tag tone="water">等待{row.stepName}</Tag>}
            {row.isChanged && <Tag tone="warn">有未发布的修改</Tag>}
            {row.scheduledFor && <span>{minute(row.scheduledFor)}</span>}
          </span>
        ),
        author: row => row.author || row.createdBy || '—',
        editedAt: row => (
          <>
            {minute(row.editedAt)} {row.editedBy && <span className="writing-by">{row.editedBy}</span>}
          </>
        ),
        viewCount: row => withCommas(row.viewCount),
      }}
    />
  )
}

function NewArticle({ catalogId }: { catalogId: number | string | undefined }) {
  const navigate = useNavigate()
  const query = catalogId ? `?catalogId=${catalogId}` : ''
  return (
    <Button type="primary" onClick={() => void navigate(`/staff/articles/new${query}`)}>
      新建文章
    </Button>
  )
}
