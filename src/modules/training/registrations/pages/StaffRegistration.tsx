import '#modules/training/courses/pages/staffCourses.css'
import './staffRegistration.css'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { useOutcome } from '#api/useOutcome.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute } from '#lib/dates.ts'
import { choicesIn, type FormField, type FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { formatYuan } from '#lib/money.ts'
import { Rounds } from '#modules/review/applying/pages/Rounds.tsx'
import { DESK } from '#modules/training/courses/pages/courseViews.ts'
import { registrationTone } from '#modules/training/enrolling/pages/registrationTone.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FileSheet } from '#ui/file/FileSheet.tsx'
import { History } from '#ui/History.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Route } from './+types/StaffRegistration'
import { REGISTRATIONS, type StaffRegistrationDetail } from './deskViews.ts'
import { EnrolledPeople } from './EnrolledPeople.tsx'
import { RevealNumbers } from './RevealNumbers.tsx'

export { staffRegistration as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/registration', { id: pathId(params.id) }),
)

type Props = { of: StaffRegistrationDetail }

export default function StaffRegistration({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.organisationName)
  const { said, done, reload } = useOutcome()
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>
            {of.organisationName} <Tag tone={registrationTone(of.status)}>{of.statusName}</Tag>
          </h2>
          <Link to={`${REGISTRATIONS}?courseId=${of.course.id}`}>全部报名</Link>
        </div>
        <p role="status">{said}</p>
        <Head of={of} />
        <DecideRegistration of={of} reload={reload} />
      </section>
      {of.ahead && <Ahead ahead={of.ahead} />}
      <EnrolledPeople of={of} done={done} reload={reload} />
      <Money of={of} />
      {of.application && <Rounds rounds={of.application.rounds} card="desk-card" />}
      <RegistrationHistory of={of} />
    </>
  )
}

function Head({ of }: Props) {
  const { course } = of
  const mayOpen = useMay('staff:members')
  const mayRun = useMay('staff:training')
  const courseName = `${course.title}（${course.startDate} 开始）`
  const facts = of.application?.facts.flatMap(({ facts }) => facts.filter(({ isBad }) => isBad)) ?? []
  return (
    <>
      <Facts
        facts={[
          ['报名编号', of.number],
          [
            course.noun,
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

const Money = ({ of: { course, fee } }: Props) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>{course.fee}</h2>
      {fee.receivableId !== null && <Link to={`/staff/receivables/${fee.receivableId}`}>款项、发票与退款</Link>}
    </div>
    <Facts
      facts={[
        ['应缴', fee.total > 0 ? `${formatYuan(fee.total)} 元（${fee.isMember ? '会员价' : '非会员价'}）` : '不收费'],
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

const RegistrationHistory = ({ of: { application, history } }: Props) => (
  <section className="desk-card">
    <h2>办理记录</h2>
    {application && <Timeline events={application.timeline} />}
    {history.length > 0 && <History events={history} />}
    {!application && history.length === 0 && <p>由协会导入，没有审核记录。</p>}
  </section>
)

const opinion = (label: string, required = false): FormField => ({
  name: 'opinion',
  label,
  section: '',
  kind: 'paragraph',
  max: 1000,
  required,
  hint: '报名人会看到',
})

const act = defineAct<StaffRegistrationDetail>()

function seen({ id, version, application }: StaffRegistrationDetail, { opinion }: FormValues) {
  return { id, version: application?.version ?? version, opinion: String(opinion ?? '') }
}

const acts = {
  pass: act({
    name: '通过',
    isMain: true,
    confirm: ({ fee }) => (fee.total > 0 ? `通过后通知报名人缴纳 ${formatYuan(fee.total)} 元。` : '通过后即报名成功。'),
    fields: [opinion('意见')],
    sends: true,
    call: 'POST /staff/training/registration/decide',
    input: (of, values) => ({ ...seen(of, values), action: 'pass', remarks: [] }),
    done: '已通过',
  }),
  return: act({
    name: '退回',
    confirm: '勾选要更正的栏目并写明要求，只有这些栏目会重新打开。',
    fields: returnFields,
    sends: true,
    call: 'POST /staff/training/registration/decide',
    input: (of, values) => ({
      ...seen(of, values),
      action: 'return',
      remarks: choicesIn(values, 'marked').map(field => ({ field, text: String(values[remarkName(field)] ?? '') })),
    }),
    done: '已退回，报名人会收到通知',
  }),
  reject: act({
    name: '不予通过',
    isDanger: true,
    confirm: '报名就此结束，占用的名额空出来递补。',
    fields: [opinion('理由', true)],
    sends: true,
    call: 'POST /staff/training/registration/decide',
    input: (of, values) => ({ ...seen(of, values), action: 'reject', remarks: [] }),
    done: '未予通过，报名人会收到通知',
  }),
  confirm: act({
    name: '确认到账',
    isMain: true,
    confirm: ({ fee }) => `确认已收到 ${formatYuan(fee.total)} 元，报名即告成功。`,
    fields: [opinion('意见')],
    sends: true,
    call: 'POST /staff/training/registration/payment',
    input: (of, values) => ({ ...seen(of, values), action: 'pass' }),
    done: '已确认到账，报名成功',
  }),
  giveBack: act({
    name: '退回凭证',
    confirm: '报名人须重新提交缴费凭证。',
    fields: [opinion('理由', true)],
    sends: true,
    call: 'POST /staff/training/registration/payment',
    input: (of, values) => ({ ...seen(of, values), action: 'return' }),
    done: '凭证已退回',
  }),
}

/** Fields to correct, each with what is asked of it. */
function returnFields({ application }: StaffRegistrationDetail, values: FormValues): FormField[] {
  const fields = application?.fields ?? []
  const chosen = choicesIn(values, 'marked')
  return [
    {
      name: 'marked',
      label: '要更正的栏目',
      section: '',
      kind: 'choices',
      options: fields.map(({ field, label }) => ({ code: field, name: label })),
    },
    ...fields
      .filter(({ field }) => chosen.includes(field))
      .map(
        ({ field, label }): FormField => ({
          name: remarkName(field),
          label: `对“${label}”的要求`,
          section: '',
          kind: 'paragraph',
          max: 500,
          required: true,
        }),
      ),
    opinion('总的意见'),
  ]
}

function remarkName(field: string) {
  return `remark-${field}`
}

/** Currently possible decisions, each with its consequences explained before confirmation. */
const DecideRegistration = ({ of, reload }: Props & { reload: () => void }) => (
  <Acts
    acts={acts}
    possible={typedKeys(acts).filter(act => of.canDo.includes(act))}
    of={of}
    called={of.organisationName}
    reload={reload}
  />
)
