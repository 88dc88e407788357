import { Link } from 'react-router'
import { minute } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { Tag } from '#ui/Tag.tsx'
import { CourseActs } from './CourseActs.tsx'
import { courseTone } from './courseTone.ts'
import { DESK, type StaffCourseDetail } from './courseViews.ts'

type Props = { of: StaffCourseDetail; said: string; done: (words: string) => void; reload: () => void }

/** Where a course stands, and where to go on with it. */
export function CourseHead({ of, said, done, reload }: Props) {
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

/** What stands between a draft and its publication. */
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
