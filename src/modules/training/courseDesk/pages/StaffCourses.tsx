import '#modules/training/courses/pages/staffCourses.css'
import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { courseTone } from '#modules/training/courses/pages/courseTone.ts'
import { type CourseRow, DESK } from '#modules/training/courses/pages/courseViews.ts'
import { statusNames } from '#modules/training/courses/status.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { BulkBar } from '#ui/table/BulkBar.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import type { BulkAct } from '../bulkActs.ts'
import type { Route } from './+types/StaffCourses'
import { sessionFiller } from './CourseCard.tsx'
import { CourseContent, isFormLine } from './CourseContent.tsx'

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
            cell: row => `${formatYuan(row.feeMember)} / ${formatYuan(row.feeOther)}`,
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
          <BulkCourseActs rows={selection.rows} done={done} />
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

/** The whole form of a new course, empty or as an earlier one has it. What is saved is a draft. */
function CourseNew({ from }: { from?: number }) {
  const answer = useApi('GET /staff/training/course/blank', { from })
  const navigate = useNavigate()
  const save = async (form: FormValues) => {
    const { id } = await browserApi('POST /staff/training/course/save', { form })
    await navigate(`${DESK}/${id}`)
  }
  return (
    <section className="desk-card course-new">
      <div className="desk-card-head">
        <h2>{from ? '照已有的班新建' : '新建培训班'}</h2>
        <Link to={DESK}>全部培训班</Link>
      </div>
      <p>保存后为草稿，核对无误再公布。{from && '除日期以外都照原来的填好了，请填写新的日期，并逐项核对。'}</p>
      <States answer={answer}>
        {({ fields, values, files }) => (
          <RecordForm
            fields={fields.filter(isFormLine)}
            values={values}
            save={save}
            reload={answer.reload}
            fillers={sessionFiller}
            labelOf={name => fields.find(field => field.name === name)?.label}
            onCancel={() => void navigate(DESK)}
          >
            {(typed, change, errors) => <CourseContent typed={typed} change={change} errors={errors} files={files} />}
          </RecordForm>
        )}
      </States>
    </section>
  )
}

type Row = { id: number; title: string }

const acts: ActForMany<BulkAct>[] = [
  {
    code: 'publish',
    name: '公布',
    intro: '公布后，网站上立即可以看到；缺少的内容逐个说明。',
    fields: [],
    back: '还没有人报名的恢复为草稿。',
  },
  {
    code: 'withdraw',
    name: '撤下',
    intro: '还没有人报名的恢复为草稿，网站上不再显示。',
    fields: [],
    back: '重新公布。',
  },
  { code: 'close', name: '截止报名', intro: '现在起不再接受报名；已提交的报名照常办理。', fields: [] },
  {
    code: 'reopen',
    name: '改报名截止日',
    intro: '到截止日当天 24 时（北京时间）为止可以报名。',
    fields: [{ name: 'deadline', label: '新的截止日', section: '', kind: 'day', required: true }],
  },
]

/** Bulk actions, each with the effect it has on the course's own screen. */
const BulkCourseActs = ({ rows, done }: { rows: Row[]; done: () => void }) => (
  <ActsOnMany
    rows={rows}
    nameOf={({ title }) => title}
    unit="个培训班"
    acts={acts}
    changed={done}
    send={(act, ids, { deadline }) =>
      browserApi('POST /staff/training/course/actMany', { ids, act, deadline: deadline ? String(deadline) : null })
    }
    takeBack={(act, some) =>
      browserApi('POST /staff/training/course/actMany', {
        ids: some.map(({ id }) => id),
        act: act === 'publish' ? 'withdraw' : 'publish',
      })
    }
  />
)
