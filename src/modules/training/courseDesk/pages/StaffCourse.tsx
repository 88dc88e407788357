import '#modules/training/courses/pages/staffCourses.css'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useSections } from '#layouts/staff/useSections.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { courseSections } from '#modules/training/courses/courseForm.ts'
import { courseTone } from '#modules/training/courses/pages/courseTone.ts'
import { DESK, type StaffCourseDetail } from '#modules/training/courses/pages/courseViews.ts'
import { type Act, Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
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
  const [tell, setTell] = useState(true)
  const { cardOf, said, reload } = useSections(
    (form, version = String(of.version)) =>
      browserApi('POST /staff/training/course/save', { id: of.id, version: Number(version), form, tell }),
    of.status === 'cancelled',
  )
  return (
    <>
      <CourseHead of={of} said={said} reload={reload} />
      <div className="course-cards">
        {courseSections.map(section => (
          <CourseCard key={section} of={of} tell={tell} setTell={setTell} {...cardOf(section)} />
        ))}
      </div>
    </>
  )
}

type Props = { of: StaffCourseDetail; said: string; reload: () => void }

function CourseHead({ of, said, reload }: Props) {
  const isDraft = of.status === 'draft'
  const hasResults = of.fields.some(({ name }) => name === 'hasExam' || name === 'certificate')
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
      <CourseActs of={of} reload={reload} />
      <nav className="course-links" aria-label="这个培训班">
        {!isDraft && (
          <>
            <Link to={`/staff/registrations?courseId=${of.id}`}>报名（{of.registrations} 份）</Link>
            <Link to={`/staff/course-run/${of.id}`}>办班</Link>
            {hasResults && <Link to={`/staff/course-results/${of.id}`}>成绩与发证</Link>}
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

const act = defineAct<StaffCourseDetail>()
const seen = ({ id, version }: Pick<StaffCourseDetail, 'id' | 'version'>) => ({ id, version })

const acts = {
  publish: act({
    name: '公布',
    isMain: true,
    isBlocked: of => of.missing.length > 0,
    confirm: '公布后，网站上立即可以看到这个班；到了报名开始时间即可报名。',
    call: 'POST /staff/training/course/publish',
    input: seen,
    done: '已公布',
    undo: {
      call: 'POST /staff/training/course/withdraw',
      input: (_, answer) => seen(answer),
      done: '已撤下，恢复为草稿',
    },
  }),
  close: act({
    name: '立即截止报名',
    confirm: '现在起不再接受报名；已提交的报名照常办理。',
    call: 'POST /staff/training/course/close',
    input: seen,
    done: '报名已截止',
    undo: {
      call: 'POST /staff/training/course/reopen',
      input: ({ applyUntil }, answer) => ({ ...seen(answer), deadline: shortDay(applyUntil) }),
      done: '已重新开放报名，截止日同原来',
    },
  }),
  reopen: act({
    name: '改报名截止日',
    confirm: '到截止日当天 24 时（北京时间）为止可以报名。',
    fields: [{ name: 'deadline', label: '新的截止日', section: '', kind: 'day', required: true }],
    initial: of => ({ deadline: shortDay(of.applyUntil) }),
    call: 'POST /staff/training/course/reopen',
    input: (of, { deadline }) => ({ ...seen(of), deadline: String(deadline ?? '') }),
    done: '报名截止日已改',
  }),
  quota: act({
    name: '增减名额',
    sends: true,
    confirm: of => `现有 ${of.quota} 个，已占用 ${of.enrolled} 个。增加的名额依次递补给候补者，并通知他们确认。`,
    fields: [{ name: 'quota', label: '名额', section: '', kind: 'number', unit: '人', required: true }],
    initial: of => ({ quota: of.quota }),
    call: 'POST /staff/training/course/quota',
    input: (of, { quota }) => ({ ...seen(of), quota: String(quota ?? '') }),
    done: '名额已改',
  }),
  withdraw: act({
    name: '撤下',
    confirm: '还没有人报名。撤下后网站上不再显示，恢复为草稿。',
    call: 'POST /staff/training/course/withdraw',
    input: seen,
    done: '已撤下，恢复为草稿',
    undo: { call: 'POST /staff/training/course/publish', input: (_, answer) => seen(answer), done: '已重新公布' },
  }),
  cancel: act({
    name: '取消培训班',
    isDanger: true,
    sends: true,
    confirm: of =>
      `这个班有 ${of.registrations} 份报名，其中有效的全部取消并通知报名人，已缴费的列入待退费。取消后不能恢复。`,
    fields: [
      { name: 'reason', label: '原因', section: '', kind: 'paragraph', max: 300, required: true, hint: '报名人会看到' },
    ],
    call: 'POST /staff/training/course/cancel',
    input: (of, { reason }) => ({ ...seen(of), reason: String(reason ?? '') }),
    done: '培训班已取消，报名人已通知',
  }),
  remove: act({
    name: '删除草稿',
    isDanger: true,
    confirm: '删除后不能恢复。',
    call: 'POST /staff/training/course/remove',
    input: seen,
    done: '',
  }),
} satisfies Record<CourseAct, Act<StaffCourseDetail>>

/** Currently possible actions, each with its consequences explained before confirmation. */
function CourseActs({ of, reload }: { of: StaffCourseDetail; reload: () => void }) {
  const navigate = useNavigate()
  const possible = typedKeys(acts).filter(act => of.canDo.includes(act))
  return (
    <Acts
      acts={acts}
      possible={possible}
      of={of}
      called={of.title}
      reload={reload}
      after={{ remove: () => void navigate(DESK) }}
    />
  )
}
