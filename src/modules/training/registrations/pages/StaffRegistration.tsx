import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { useOutcome } from '#api/useOutcome.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import { Rounds } from '#modules/review/applying/pages/Rounds.tsx'
import { DESK } from '#modules/training/courses/pages/courseViews.ts'
import { EnrolledPeople } from '#modules/training/enrolling/pages/EnrolledPeople.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FileSheet } from '#ui/file/FileSheet.tsx'
import { History } from '#ui/History.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Route } from './+types/StaffRegistration'
import { DecideRegistration } from './DecideRegistration.tsx'
import { REGISTRATIONS, type StaffRegistrationDetail } from './deskViews.ts'
import { RevealNumbers } from './RevealNumbers.tsx'
import { registrationTone } from './registrationTone.ts'
import '#modules/training/courses/pages/staffCourses.css'
import './staffRegistration.css'

export { staffRegistration as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/registration', { id: pathId(params.id) }),
)

type Props = { of: StaffRegistrationDetail }

/** One registration: who comes, what is to be decided, the money, and all that has been done. */
export default function StaffRegistration({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.organisationName)
  const { said, done, reload } = useOutcome()
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>
            {of.organisationName} <Tag tone={registrationTone(of.status)}>{of.statusName}</Tag>
          </h2>
          <Link to={`${REGISTRATIONS}?courseId=${of.course.id}`}>这个班的报名</Link>
        </div>
        <p role="status">{said}</p>
        <Head of={of} />
        <DecideRegistration key={of.application?.version} of={of} done={done} reload={reload} />
      </section>
      {of.ahead && <Ahead ahead={of.ahead} />}
      <EnrolledPeople of={of} done={done} reload={reload} />
      <Money of={of} />
      {of.application && <Rounds rounds={of.application.rounds} card="desk-card" />}
      <Past of={of} />
    </>
  )
}

function Head({ of }: Props) {
  const { course } = of
  const mayOpen = useMay('staff:members')
  const mayRun = useMay('staff:training')
  const courseName = `${course.title}（${course.startDate} 开班）`
  const facts = of.application?.facts.flatMap(({ facts }) => facts.filter(({ isBad }) => isBad)) ?? []
  return (
    <>
      <Facts
        facts={[
          ['报名编号', of.number],
          [
            '培训班',
            mayRun ? (
              <Link key="course" to={`${DESK}/${course.id}`}>
                {courseName}
              </Link>
            ) : (
              courseName
            ),
          ],
          [
            '名额',
            `共 ${course.quota} 个，已占用 ${course.enrolled} 个，还剩 ${Math.max(0, course.quota - course.enrolled)} 个`,
          ],
          ['方式', `${of.channelName}，${minute(of.submitTime)} 提交`],
          [
            '单位',
            mayOpen && of.organisationId && <Link to={`/staff/organisations/${of.organisationId}`}>打开单位档案</Link>,
          ],
          ['统一社会信用代码', of.creditCode],
          ['地区', of.provinceName],
          [
            '联系人',
            <span key="contact" className="reveal">
              {[of.contactName, of.contactMobile, of.contactEmail].filter(Boolean).join('，')}{' '}
              {of.contactMobile && <RevealNumbers id={of.id} of={of.contactName} />}
            </span>,
          ],
          ['报名人备注', of.note],
          ['报名人办理期限', of.application?.deadline],
        ]}
      />
      {facts.length > 0 && (
        <div className="course-missing">
          <p>请核对：</p>
          <ul>
            {facts.map(({ label, text }) => (
              <li key={label + text}>
                {label}：{text}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const Ahead = ({ ahead: { people, list } }: { ahead: NonNullable<StaffRegistrationDetail['ahead']> }) => (
  <section className="desk-card">
    <h2>候补</h2>
    <p>{people > 0 ? `前面还有 ${people} 人候补：` : '排在候补的第一位。'}</p>
    <ol>
      {list.map(({ id, name, persons }) => (
        <li key={id}>
          <Link to={`${REGISTRATIONS}/${id}`}>{name}</Link>（{persons} 人）
        </li>
      ))}
    </ol>
  </section>
)

const Money = ({ of: { fee } }: Props) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>培训费</h2>
      {fee.receivableId !== null && <Link to={`/staff/receivables/${fee.receivableId}`}>办理退款</Link>}
    </div>
    <Facts
      facts={[
        ['应缴', fee.total > 0 ? `${yuan(fee.total)} 元（${fee.isMember ? '会员价' : '非会员价'}）` : '不收费'],
        ['汇款日期', fee.paidOn],
        ['付款人', fee.payer],
        ['发票', fee.total > 0 && fee.invoiceStateName],
        ['退费', fee.refundDue ? '待退费' : fee.refundedOn && `${fee.refundedOn} 已退：${fee.refundNote}`],
      ]}
    />
    {fee.slip && (
      <div className="enrolled-slip">
        <FileSheet file={fee.slip} />
      </div>
    )}
  </section>
)

const Past = ({ of: { application, history } }: Props) => (
  <section className="desk-card">
    <h2>办理记录</h2>
    {application && <Timeline events={application.timeline} />}
    {history.length > 0 && <History events={history} />}
    {!application && history.length === 0 && <p>由协会导入，没有审核记录。</p>}
  </section>
)
