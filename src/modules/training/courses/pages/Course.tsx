import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { columnCrumbs, HOME, useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { longDay, minute } from '#lib/dates.ts'
import { formatPhone, telAddress } from '#lib/form/phone.ts'
import { formatYuan } from '#lib/money.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FileList } from '#ui/file/FileList.tsx'
import { Place } from '#ui/map/Place.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { Link, useRouteLoaderData } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { refundLines } from '../../refundRule.ts'
import type { Route } from './+types/Course'
import { Seats } from './CourseRow.tsx'
import { COURSES_CRUMBS } from './courseCrumbs.ts'
import { courseTone } from './courseTone.ts'
import { EnrolButton } from './EnrolButton.tsx'
import './courses.css'

const load = async (api: Api, { params }: Address) => ({
  course: await api('GET /app/training/detail', { id: pathId(params.id) }),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const course = args.loaderData?.course
  if (!course) return []
  const { publicUrl, association } = args.matches[0]!.loaderData as SiteConfig
  return head(args, {
    name: course.title,
    description: `${longDay(course.startDate)}至${longDay(course.endDate)}，${course.city || course.modeName}，报名截止${minute(course.applyDeadline)}。`,
    breadcrumb: columnCrumbs(args.matches, [...COURSES_CRUMBS, { name: course.title, route: null }]),
    tags: { ColumnName: '培训报名' },
    jsonLd: {
      '@type': course.hasExam || course.hours > 0 ? 'EducationEvent' : 'Event',
      name: course.title,
      startDate: course.startDate,
      endDate: course.endDate,
      url: `${publicUrl}/admin/publicity/training/${course.id}`,
      eventAttendanceMode: `https://schema.org/${course.mode === 'online' ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: {
        '@type': 'Place',
        name: course.venue || course.modeName,
        address: `${course.provinceName}${course.city}`,
      },
      organizer: { '@type': 'Organization', name: association.name },
    },
  })
}

export default function CoursePage({ loaderData: { course } }: Route.ComponentProps) {
  const { tiandituKey } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <div className="wrap">
      <Breadcrumb
        crumbs={[HOME, ...useColumnCrumbs([...COURSES_CRUMBS, { name: `${course.noun}详情`, route: null }])]}
      />
      <div className="course-grid">
        <div className="course-main">
          <p className="course-tags">
            <Tag tone={courseTone(course.status)}>{course.statusName}</Tag>
            <Tag>{course.kindName}</Tag>
            {course.batch && <Tag>{course.batch}</Tag>}
          </p>
          <h1>{course.title}</h1>
          <Facts facts={factsOf(course)} />
          {course.syllabus && (
            <section>
              <h2>{course.words.agenda}</h2>
              <Prose html={course.syllabus} />
            </section>
          )}
          {course.hasFares && (
            <section>
              <h2>票种</h2>
              <Fares fares={course.fares} />
            </section>
          )}
          {(course.refundRule || course.refundSteps.length > 0) && (
            <section>
              <h2>退费规定</h2>
              {course.refundRule && <p className="course-refund">{course.refundRule}</p>}
              <ul>
                {refundLines(course.refundSteps).map(line => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
          )}
          <FileList files={course.attachments} />
          {course.venue && (
            <section>
              <h2>地点</h2>
              <Place
                name={course.venue}
                address={`${course.provinceName} ${course.city}`}
                lng={course.lng}
                lat={course.lat}
                tiandituKey={tiandituKey}
              />
            </section>
          )}
        </div>
        <Enrol course={course} />
      </div>
      {course.canEnrol && <EnrolBar course={course} />}
    </div>
  )
}

/** The price, the seats and the one act, at the foot of a phone's screen: the side column stands far below there. */
const EnrolBar = ({ course }: { course: Detail }) => (
  <aside className="course-bar" aria-label="立即报名">
    <p>
      <b>{formatYuan(course.feeMember)}</b> 元/人{course.hasFares && '起'}
      <small>
        非会员 {formatYuan(course.feeOther)} 元{course.hasFares && '起'} ·{' '}
        {course.left > 0 ? `余 ${course.left} 席` : '已满，可候补'}
      </small>
    </p>
    <EnrolButton course={course} />
  </aside>
)

type Detail = Route.ComponentProps['loaderData']['course']
type Fare = Detail['fares'][number]

const Fares = ({ fares }: { fares: Fare[] }) => (
  <Table<Fare>
    caption="票种"
    rows={fares}
    keyOf={({ name }) => name}
    columns={[
      { name: '票种', cell: ({ name }) => name },
      { name: '会员', cell: ({ feeMember }) => `${formatYuan(feeMember)} 元`, isFigure: true },
      { name: '非会员', cell: ({ feeOther }) => `${formatYuan(feeOther)} 元`, isFigure: true },
      { name: '早鸟', cell: earlyWords },
      { name: '余', cell: ({ left }) => (left === null ? '—' : left > 0 ? `${left} 张` : '已售完'), nowrap: true },
    ]}
  />
)

const earlyWords = ({ earlyUntil, earlyMember, earlyOther, feeMember, feeOther }: Fare) =>
  earlyUntil
    ? `${longDay(earlyUntil)}及以前：会员 ${formatYuan(earlyMember ?? feeMember)} 元，非会员 ${formatYuan(earlyOther ?? feeOther)} 元`
    : '—'

const factsOf = (course: Detail): [string, string][] => [
  ['时间', `${longDay(course.startDate)} 至 ${longDay(course.endDate)}`],
  ['报到日期', course.checkInDate ? longDay(course.checkInDate) : ''],
  ['方式', course.modeName],
  ['报名时间', `${minute(course.applyFrom)} 至 ${minute(course.applyDeadline)}`],
  ['对应证书', course.personnelKindName ?? ''],
  ['学时', course.hours ? `${course.hours} 学时` : ''],
  ['考核', course.hasExam ? `有考核，${course.passScore} 分合格` : course.mayHaveExam ? '不设考核' : ''],
  [course.words.speakers, course.teachers],
  ['费用说明', course.feeNote],
  ['联系人', [course.contactName, formatPhone(course.contactPhone)].filter(Boolean).join('，')],
]

function Enrol({ course }: { course: Detail }) {
  return (
    <aside className="course-side" aria-label="报名">
      <p className="course-fee">
        会员 <b>{formatYuan(course.feeMember)}</b> 元/人{course.hasFares && '起'}
        <small>
          登录后享会员价；非会员 {formatYuan(course.feeOther)} 元/人{course.hasFares && '起'}
        </small>
      </p>
      <Seats course={course} />
      <p className="course-tags">
        <b>
          {course.daysLeft === null
            ? course.statusName
            : course.daysLeft === 0
              ? '报名今天截止'
              : `报名还剩 ${course.daysLeft} 天`}
        </b>
      </p>
      <EnrolButton course={course} />
      <Link className="button" to="/admin/publicity/training/registration">
        查询我的报名
      </Link>
      {course.noticeRoute && (
        <Link className="button" to={course.noticeRoute}>
          查看通知与报名办法
        </Link>
      )}
      {course.contactPhone && (
        <a className="button" href={telAddress(course.contactPhone)}>
          电话咨询 {formatPhone(course.contactPhone)}
        </a>
      )}
    </aside>
  )
}
