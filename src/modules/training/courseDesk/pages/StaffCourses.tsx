import '#modules/training/courses/pages/staffCourses.css'
import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { type FormValues, offeredOptions } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { SYLLABUS } from '#modules/training/courses/courseForm.ts'
import { courseTone } from '#modules/training/courses/pages/courseTone.ts'
import { DESK } from '#modules/training/courses/pages/courseViews.ts'
import { courses } from '#modules/training/pages/registers.ts'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { withQuery } from '#ui/table/withQuery.ts'
import { courseFilters } from '../../courseFilters.ts'
import type { BulkAct } from '../bulkActs.ts'
import type { Route } from './+types/StaffCourses'
import { sessionFiller } from './CourseCard.tsx'
import { CourseContent, isFormLine } from './CourseContent.tsx'

export { staffCourses as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('new')) return undefined
  const [list, years, kinds] = await Promise.all([
    courses.load(api, address),
    api('GET /staff/training/course/years', {}),
    api('GET /app/training/kinds', {}),
  ])
  return { ...list, years, kinds }
})

/** 培训班: all of them, and the form of a new one where the address asks for it. */
export default function StaffCourses({ loaderData: list }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  if (!list) return <CourseNew from={Number(query.get('new')) || undefined} kind={query.get('kind') ?? undefined} />
  const write = (from: number | 'blank') => void navigate(withQuery(query, 'new', from))
  return (
    <RegisterTable
      of={courses}
      loaded={list}
      unit="个培训班"
      filters={registerFilters(courseFilters, {
        kind: list.kinds,
        year: list.years.map(one => ({ code: String(one), name: `${one} 年` })),
      })}
      acts={(rows, done) => (
        <>
          {rows.length === 1 && <Button onClick={() => write(rows[0]!.id)}>照此新建</Button>}
          <WriteToChosen register="course" ids={rows.map(({ id }) => id)} sent={done} />
          <BulkCourseActs rows={rows} done={done} />
        </>
      )}
      actions={
        <>
          <Button onClick={() => void navigate(`${DESK}/kinds`)}>活动种类</Button>
          <Button type="primary" onClick={() => write('blank')}>
            新建培训班
          </Button>
        </>
      }
      empty={{ title: '还没有培训班', children: <p>点“新建培训班”，填好以后公布，网站上即可报名。</p> }}
      cells={{
        statusName: ({ status, statusName }) => <Tag tone={courseTone(status)}>{statusName}</Tag>,
        enrolled: ({ id, title, enrolled }) => (
          <Link to={`/staff/registrations?courseId=${id}`}>
            {enrolled}
            <span className="hidden-text"> 人报名：{title}</span>
          </Link>
        ),
        feeMember: ({ feeMember }) => formatYuan(feeMember),
        feeOther: ({ feeOther }) => formatYuan(feeOther),
      }}
    />
  )
}

/** A new event: its kind first, since the form follows from it. */
function CourseNew({ from, kind }: { from?: number; kind?: string }) {
  const [query] = useSearchParams()
  const kinds = useApi('GET /app/training/kinds', from || kind ? null : {})
  if (from || kind) return <CourseForm from={from} kind={kind} />
  return (
    <section className="desk-card course-new">
      <div className="desk-card-head">
        <h2>新建哪一类？</h2>
        <Link to={DESK}>全部培训班</Link>
      </div>
      <States
        answer={kinds}
        empty={{
          when: all => offeredOptions(all).length === 0,
          title: '没有可以新建的种类',
          children: <Link to={`${DESK}/kinds`}>设置活动种类</Link>,
        }}
      >
        {all => (
          <ul role="list" className="course-kinds">
            {offeredOptions(all).map(({ code, name }) => (
              <li key={code}>
                <Link className="button" to={withQuery(query, 'kind', code)}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </States>
    </section>
  )
}

/** The whole form of a new event, empty or as an earlier one has it. What is saved is a draft. */
function CourseForm({ from, kind }: { from?: number; kind?: string }) {
  const answer = useApi('GET /staff/training/course/blank', { from, kind })
  const navigate = useNavigate()
  const save = async (form: FormValues) => {
    const { id } = await browserApi('POST /staff/training/course/save', { form })
    await navigate(`${DESK}/${id}`)
  }
  return (
    <section className="desk-card course-new">
      <div className="desk-card-head">
        <h2>{from ? '照已有的新建' : '新建'}</h2>
        <Link to={DESK}>全部培训班</Link>
      </div>
      <p>保存后为草稿，核对无误再公布。{from && '除日期以外都照原来的填好了，请填写新的日期，并逐项核对。'}</p>
      <States answer={answer}>
        {({ fields, values, files }) => (
          <RecordForm
            // The kind is settled: another one has other fields.
            fields={fields.filter(field => isFormLine(field) && !(kind && field.name === 'kind'))}
            values={values}
            save={save}
            reload={answer.reload}
            fillers={sessionFiller}
            labelOf={name => fields.find(field => field.name === name)?.label}
            onCancel={() => void navigate(DESK)}
          >
            {(typed, change, errors) => (
              <CourseContent
                label={fields.find(({ name }) => name === SYLLABUS)?.label ?? ''}
                typed={typed}
                change={change}
                errors={errors}
                files={files}
              />
            )}
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
