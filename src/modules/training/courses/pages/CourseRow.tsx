import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { Icon } from '#ui/Icon.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import { courseTone } from './courseTone.ts'

export type Course = Output<ApiContract['GET /app/training/list']>['list'][number]

export function CourseRow({ course }: { course: Course }) {
  return (
    <li className="course-row">
      <div>
        <p className="course-tags">
          <Tag tone={courseTone(course.status)}>{course.statusName}</Tag>
          <Tag>{course.kindName}</Tag>
          {course.daysLeft !== null && (
            <b>{course.daysLeft === 0 ? '报名今天截止' : `报名还剩 ${course.daysLeft} 天`}</b>
          )}
        </p>
        <h2>
          <Link to={`/admin/publicity/training/${course.id}`}>{course.title}</Link>
        </h2>
        <ul role="list" className="course-facts">
          <li>
            <Icon name="calendar" size={16} /> {keepTogether(`${course.startDate} 至 ${course.endDate}`)}
          </li>
          <li>
            <Icon name="pin" size={16} /> {placeOf(course)}
          </li>
          <li>
            <Icon name="clock" size={16} /> 报名截止 <time>{minute(course.applyDeadline)}</time>
          </li>
        </ul>
      </div>
      <Seats course={course} />
      <p className="course-fee">
        <b>{formatYuan(course.feeMember)}</b> 元/人{course.hasFares && '起'}
        <small>
          非会员 {formatYuan(course.feeOther)} 元{course.hasFares && '起'}
        </small>
      </p>
    </li>
  )
}

export const placeOf = ({ mode, modeName, provinceName, city, venue }: Course) =>
  mode === 'online' ? modeName : [...new Set([provinceName, city])].join(' ') + (venue ? `，${venue}` : '')

export function Seats({ course: { quota, enrolled, left, trained } }: { course: Course }) {
  return (
    <div className="seats">
      <p>
        {trained > 0 ? (
          <>
            参加 <b>{trained}</b> 人次
          </>
        ) : (
          <>
            已报 {enrolled} 人，余 <b>{left}</b> 席
          </>
        )}
      </p>
      <div aria-hidden="true">
        <span style={{ width: `${Math.min(100, (enrolled / quota) * 100)}%` }} />
      </div>
    </div>
  )
}
