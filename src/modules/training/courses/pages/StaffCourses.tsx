import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { Tag } from '#ui/Tag.tsx'
import { BulkBar } from '#ui/table/BulkBar.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import { statusNames } from '../status.ts'
import type { Route } from './+types/StaffCourses'
import { CourseNew } from './CourseNew.tsx'
import { CoursesOnMany } from './CoursesOnMany.tsx'
import { courseTone } from './courseTone.ts'
import { type CourseRow, DESK } from './courseViews.ts'
import './staffCourses.css'

export { staffCourses as handle } from '#modules/training/pages/screens.ts'

type Filters = Input<ApiContract['GET /staff/training/course/list']>

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('new')) return undefined
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(query, 'status', 'kind', 'year', 'key')
  const [page, years, kinds] = await Promise.all([
    api('GET /staff/training/course/list', { ...filter, pageNum, pageSize }),
    api('GET /staff/training/course/years', {}),
    api('GET /dictionary/list', { dictionary: 'courseKind' }),
  ])
  return { filter, page, years, kinds }
})

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([code, name]) => ({ code, name }))
const STATUSES = [{ code: 'draft', name: '草稿' }, ...optionsOf(statusNames)]

type List = NonNullable<Route.ComponentProps['loaderData']>

/** 培训班: all of them, and the form of a new one where the address asks for it. */
export default function StaffCourses({ loaderData: list }: Route.ComponentProps) {
  const [query] = useSearchParams()
  if (!list) return <CourseNew from={Number(query.get('new')) || undefined} />
  return <CourseList list={list} />
}

function CourseList({ list }: { list: List }) {
  const { filter } = list
  const answer = useLoaded(list.page)
  const years = useLoaded(list.years)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const selection = useSelection<CourseRow>({
    rows: answer.data?.list ?? [],
    filters: filter,
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    pageOf: page => browserApi('GET /staff/training/course/list', { ...filter, ...page }),
  })
  const done = () => {
    selection.clear()
    answer.reload()
  }
  return (
    <section className="desk-card">
      <h2>全部培训班</h2>
      <DataTable<CourseRow>
        caption="培训班"
        answer={answer}
        unit="个"
        empty={{ title: '还没有培训班', children: <p>点“新建培训班”，填好以后公布，网站上即可报名。</p> }}
        filters={[
          { name: 'key', label: '名称、期次或城市', kind: 'text' },
          { name: 'status', label: '状态', options: STATUSES },
          { name: 'kind', label: '类别', options: list.kinds },
          {
            name: 'year',
            label: '开班年份',
            options: (years.data ?? []).map(one => ({ code: String(one), name: `${one} 年` })),
          },
        ]}
        save={() => saveFile('GET /staff/training/course/export', filter)}
        selection={selection}
        actions={
          <Button type="primary" onClick={() => void navigate(withQuery(query, 'new', 'blank'))}>
            新建培训班
          </Button>
        }
        columns={[
          { name: '培训班', cell: row => <Name of={row} /> },
          { name: '状态', cell: row => <Tag tone={courseTone(row.status)}>{row.statusName}</Tag>, nowrap: true },
          { name: '开班', cell: row => <Days of={row} />, nowrap: true },
          { name: '已报名 / 名额', cell: row => <Seats of={row} />, nowrap: true },
          {
            name: '会员 / 非会员（元）',
            isFigure: true,
            cell: row => `${yuan(row.feeMember)} / ${yuan(row.feeOther)}`,
          },
          {
            name: '办理',
            cell: ({ id, title }) => (
              <span className="course-links">
                <Link to={`/staff/registrations?courseId=${id}`}>
                  报名<span className="hidden-text">：{title}</span>
                </Link>
                <Link to={withQuery(query, 'new', id)}>
                  照此新建<span className="hidden-text">：{title}</span>
                </Link>
              </span>
            ),
            nowrap: true,
          },
        ]}
      />
      {selection.keys.length > 0 && (
        <BulkBar count={selection.keys.length} unit="个培训班" clear={selection.clear}>
          <WriteToChosen register="course" ids={selection.keys} sent={done} />
          <CoursesOnMany rows={selection.rows} done={done} />
        </BulkBar>
      )}
    </section>
  )
}

const Name = ({ of }: { of: CourseRow }) => (
  <>
    <Link to={`${DESK}/${of.id}`}>{of.title}</Link>
    <small>{[of.batch, of.kindName, of.city || of.modeName].filter(Boolean).join(' · ')}</small>
  </>
)

const Days = ({ of: { startDate, applyDeadline } }: { of: CourseRow }) => (
  <>
    <span className="course-day">{startDate}</span>
    <small>{shortDay(applyDeadline)} 截止报名</small>
  </>
)

const Seats = ({ of: { enrolled, quota, waiting, unpaid } }: { of: CourseRow }) => (
  <>
    {enrolled} / {quota}
    {waiting > 0 && <small>候补 {waiting} 人</small>}
    {unpaid > 0 && <small>待缴费 {unpaid} 人</small>}
  </>
)
