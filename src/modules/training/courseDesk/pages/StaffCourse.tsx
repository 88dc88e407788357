import '#modules/training/courses/pages/staffCourses.css'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useSections } from '#layouts/staff/useSections.ts'
import { minute, shortDay } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { courseSections } from '#modules/training/courses/courseForm.ts'
import { courseTone } from '#modules/training/courses/pages/courseTone.ts'
import { DESK, type StaffCourseDetail } from '#modules/training/courses/pages/courseViews.ts'
import { Facts } from '#ui/Facts.tsx'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { CourseAct } from '../contract.ts'
import type { Route } from './+types/StaffCourse'
import { CourseCard } from './CourseCard.tsx'

export { staffCourse as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/course/detail', { id: pathId(params.id) }),
)

/** One course: status, possible actions, and its settings with one card per section. */
export default function StaffCourse({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const { cardOf, said, done, reload } = useSections(
    (form, version = String(of.version)) =>
      browserApi('POST /staff/training/course/save', { id: of.id, version: Number(version), form }),
    of.status === 'cancelled',
  )
  return (
    <>
      <CourseHead of={of} said={said} reload={reload} done={done} />
      <div className="course-cards">
        {courseSections.map(section => (
          <CourseCard key={section} of={of} {...cardOf(section)} />
        ))}
      </div>
    </>
  )
}

type Props = { of: StaffCourseDetail; said: string; done: (words: string) => void; reload: () => void }

function CourseHead({ of, said, done, reload }: Props) {
  const isDraft = of.status === 'draft'
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          {of.title} <Tag tone={courseTone(of.status)}>{of.statusName}</Tag>
        </h2>
        <Link to={DESK}>全部培训班</Link>
      </div>
      <p role="status">{said}</p>
      <Facts
        facts={[
          ['名额', <Seats key="seats" of={of} />],
          ['报名截止', minute(of.applyUntil)],
          ['取消原因', of.cancelReason],
          [
            '待退费',
            of.refundsDue > 0 && (
              <Link to={`/staff/registrations?courseId=${of.id}&status=refundDue`}>{of.refundsDue} 份报名</Link>
            ),
          ],
          ['上次改动', of.changed && `${of.changed.actorName}　${of.changed.at}`],
        ]}
      />
      {of.missing.length > 0 && <Missing of={of} />}
      <CourseActs of={of} done={done} reload={reload} />
      <nav className="course-links" aria-label="这个培训班">
        {!isDraft && (
          <>
            <Link to={`/staff/registrations?courseId=${of.id}`}>报名（{of.registrations} 份）</Link>
            <Link to={`/staff/course-run/${of.id}`}>办班</Link>
            <Link to={`/staff/course-results/${of.id}`}>成绩与发证</Link>
            <a href={`/admin/publicity/training/${of.id}`}>公开页</a>
          </>
        )}
        <Link to={`${DESK}?new=${of.id}`}>照此新建</Link>
      </nav>
    </section>
  )
}

const Seats = ({ of: { quota, enrolled, waiting, unpaid } }: { of: StaffCourseDetail }) =>
  [
    `共 ${quota} 个，已占用 ${enrolled} 个`,
    unpaid > 0 && `其中待缴费 ${unpaid} 人`,
    waiting > 0 && `另有候补 ${waiting} 人`,
  ]
    .filter(Boolean)
    .join('，')

const Missing = ({ of }: { of: StaffCourseDetail }) => (
  <div className="course-missing">
    <p>公布前还要补充：</p>
    <ul>
      {of.missing.map(({ name, section, text }) => (
        <li key={name}>
          <a href={`#${section}`}>{section}</a>：{text}
        </li>
      ))}
    </ul>
  </div>
)

type CourseActsProps = { of: StaffCourseDetail; done: (words: string) => void; reload: () => void }
type Act = {
  name: string
  /** Explains the consequences. */
  intro: (of: StaffCourseDetail) => string
  said: string
  danger?: boolean
  fields?: readonly FormField[]
  initial?: (of: StaffCourseDetail) => FormValues
}

const field = (of: Partial<FormField> & Pick<FormField, 'name' | 'label' | 'kind'>): FormField => ({
  section: '',
  required: true,
  ...of,
})

const acts: Record<CourseAct, Act> = {
  publish: {
    name: '公布',
    intro: () => '公布后，网站上立即可以看到这个班；到了报名开始时间即可报名。',
    said: '已公布',
  },
  close: { name: '立即截止报名', intro: () => '现在起不再接受报名；已提交的报名照常办理。', said: '报名已截止' },
  reopen: {
    name: '改报名截止日',
    intro: () => '到截止日当天 24 时（北京时间）为止可以报名。',
    said: '报名截止日已改',
    fields: [field({ name: 'deadline', label: '新的截止日', kind: 'day' })],
    initial: of => ({ deadline: shortDay(of.applyUntil) }),
  },
  quota: {
    name: '增减名额',
    intro: of => `现有 ${of.quota} 个，已占用 ${of.enrolled} 个。增加的名额依次递补给候补者，并通知他们确认。`,
    said: '名额已改',
    fields: [field({ name: 'quota', label: '名额', kind: 'number', unit: '人' })],
    initial: of => ({ quota: of.quota }),
  },
  withdraw: {
    name: '撤下',
    intro: () => '还没有人报名。撤下后网站上不再显示，恢复为草稿。',
    said: '已撤下，恢复为草稿',
  },
  cancel: {
    name: '取消培训班',
    intro: of =>
      `这个班有 ${of.registrations} 份报名，其中有效的全部取消并通知报名人，已缴费的列入待退费。取消后不能恢复。`,
    said: '培训班已取消，报名人已通知',
    danger: true,
    fields: [field({ name: 'reason', label: '原因', kind: 'paragraph', max: 300, hint: '报名人会看到' })],
  },
  remove: { name: '删除草稿', intro: () => '删除后不能恢复。', said: '', danger: true },
}

/** Currently possible actions, each with its consequences explained before confirmation. */
function CourseActs({ of, done, reload }: CourseActsProps) {
  const navigate = useNavigate()
  const send = async (act: CourseAct, values: FormValues) => {
    await post(act, { id: of.id, version: of.version }, values)
    if (act === 'remove') return void navigate(DESK)
    done(acts[act].said)
  }
  const actOf = (act: CourseAct): ActOnOne => ({
    ...acts[act],
    intro: acts[act].intro(of),
    initial: acts[act].initial?.(of),
    isMain: act === 'publish',
    disabled: act === 'publish' && of.missing.length > 0,
  })
  const possible = typedKeys(acts).filter(act => of.canDo.includes(act))
  return <ActsOnOne possible={possible} actOf={actOf} called={of.title} send={send} reload={reload} />
}

type Seen = { id: number; version: number }

function post(act: CourseAct, seen: Seen, { deadline, quota, reason }: FormValues): Promise<unknown> {
  switch (act) {
    case 'reopen':
      return browserApi('POST /staff/training/course/reopen', { ...seen, deadline: String(deadline ?? '') })
    case 'quota':
      return browserApi('POST /staff/training/course/quota', { ...seen, quota: String(quota ?? '') })
    case 'cancel':
      return browserApi('POST /staff/training/course/cancel', { ...seen, reason: String(reason ?? '') })
    default:
      return browserApi(`POST /staff/training/course/${act}`, seen)
  }
}
