import '#modules/training/courses/pages/courses.css'
import './enrolment.css'
import './enrolPages.css'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { useSignedIn } from '#api/useSignedIn.ts'
import { head } from '#layouts/head.ts'
import { HOME, useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { actsAtOnce } from '#layouts/scriptLoading.ts'
import { minute } from '#lib/dates.ts'
import type { FormField } from '#lib/form/form.ts'
import { formatPhone, telAddress } from '#lib/form/phone.ts'
import { formatYuan } from '#lib/money.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { COURSES_CRUMBS } from '#modules/training/courses/pages/courseCrumbs.ts'
import { passName } from '#modules/training/kinds/eventWords.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Link } from '#ui/router/router.tsx'
import type { Route } from './+types/Enrol'
import { EnrolmentTerms } from './EnrolmentTerms.tsx'
import { call, type Enrolment, type Receipt } from './enrolmentCalls.ts'
import { contactMobile, type Proof, readStoredEnrolment, storeEnrolment } from './enrolmentStorage.ts'

const EnrolDone = lazy(() => import('./EnrolDone.tsx'))
const EnrolFilling = lazy(() => import('./EnrolFilling.tsx'))

const load = async (api: Api, { params }: Address) => ({
  course: await api('GET /app/training/detail', { id: pathId(params.id) }),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const handle = actsAtOnce

export const meta = (args: Route.MetaArgs) => {
  const course = args.loaderData?.course
  if (!course) return []
  return head(args, {
    name: `报名：${course.title}`,
    description: `${course.title}在线报名：填写报名表、凭手机验证码提交，会员 ${formatYuan(course.feeMember)} 元/人，非会员 ${formatYuan(course.feeOther)} 元/人。`,
    tags: { ColumnName: '培训报名', ColumnType: '服务' },
  })
}

/** Reads the current state; null on failure, the receipt then shows less. */
const readOwn = ({ regNo, ticket }: Receipt): Promise<Enrolment | null> =>
  call('GET /app/training/getApply', { regNo: regNo! }, ticket).catch(() => null)

/** 报名, without an account: a phone that answers, the form, and what to come back with. */
export default function Enrol({ loaderData: { course } }: Route.ComponentProps) {
  const isMember = useSignedIn()
  const [proof, setProof] = useState<Proof | null>(null)
  const [done, setDone] = useState<{ receipt: Receipt; own: Enrolment | null } | null>(null)
  // Read after mount: browser storage is unknown to the server-rendered page.
  useEffect(() => {
    setProof(readStoredEnrolment('proof'))
    const receipt = readStoredEnrolment(`done:${course.id}`)
    setDone(receipt && { receipt, own: null })
    if (receipt) void readOwn(receipt).then(own => setDone({ receipt, own }))
  }, [course.id])
  const prove = (next: Proof | null) => {
    storeEnrolment('proof', next)
    setProof(next)
  }
  const finish = async (receipt: Receipt) => {
    storeEnrolment(`done:${course.id}`, receipt)
    storeEnrolment('opened', { regNo: receipt.regNo!, ticket: receipt.ticket })
    setDone({ receipt, own: await readOwn(receipt) })
    scrollTo(0, 0)
  }
  const again = () => {
    storeEnrolment(`done:${course.id}`, null)
    setDone(null)
  }
  const crumbs = useColumnCrumbs([
    ...COURSES_CRUMBS,
    { name: `${course.noun}详情`, route: `/admin/publicity/training/${course.id}` },
    { name: '报名', route: null },
  ])
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[HOME, ...crumbs]} />
      <div className="course-grid enrol-page">
        <div className="course-main">
          <h1>报名：{course.title}</h1>
          <ol className="enrol-steps" aria-label="报名步骤">
            {['验证手机', '填写报名表', '完成'].map((name, i) => (
              <li key={name} aria-current={i === (done ? 2 : proof ? 1 : 0) ? 'step' : undefined}>
                {name}
              </li>
            ))}
          </ol>
          {done ? (
            <Suspense fallback={<p role="status">正在打开…</p>}>
              <EnrolDone {...done} title={course.title} phone={proof?.phone ?? '联系人手机'} />
              <p>
                <button type="button" className="enrol-link" onClick={again}>
                  再报一份
                </button>
              </p>
            </Suspense>
          ) : !course.canEnrol ? (
            <p className="enrol-closed">
              现在不能报名（{course.statusName}）。
              <Link to="/admin/publicity/training?status=open">看看可以报名的</Link>
            </p>
          ) : (
            <>
              {course.left <= 0 && (
                <p className="enrol-closed">没有空余名额。现在提交的进入候补，有空缺时按先后通知，不候补到不收费。</p>
              )}
              {!isMember && course.feeMember < course.feeOther && (
                <p className="enrol-closed">
                  不登录的按非会员价 {formatYuan(course.feeOther)} 元/人收费；会员
                  <Link to="/admin/login/login">登录后享会员价</Link> {formatYuan(course.feeMember)} 元/人。
                </p>
              )}
              {isMember && (
                <p className="enrol-closed">
                  您已登录会员账号，在<Link to={`/admin/user/training/new/${course.id}`}>会员中心报名</Link>
                  可以从本单位人员中选择，填写的内容会自动保存。
                </p>
              )}
              {proof ? (
                <Suspense fallback={<p role="status">正在打开报名表…</p>}>
                  <EnrolFilling course={course} proof={proof} forget={() => prove(null)} onDone={finish} />
                </Suspense>
              ) : (
                <div className="enrol-proof">
                  <EnrolProof onProof={prove} />
                  <EnrolmentTerms of={course} />
                </div>
              )}
            </>
          )}
          <p className="enrol-back">
            已经报过名？<Link to="/admin/publicity/training/registration">查询我的报名</Link>
          </p>
        </div>
        <aside className="course-side" aria-label="班次与费用">
          <p className="course-fee">
            会员 <b>{formatYuan(course.feeMember)}</b> 元/人{course.hasFares && '起'}
            <small>
              非会员 {formatYuan(course.feeOther)} 元/人{course.hasFares && '起'}
            </small>
          </p>
          <dl className="enrol-facts">
            <dt>时间</dt>
            <dd>{keepTogether(`${course.startDate} 至 ${course.endDate}`)}</dd>
            <dt>地点</dt>
            <dd>{[course.city, course.venue].filter(Boolean).join('，') || course.modeName}</dd>
            <dt>名额</dt>
            <dd>{course.left > 0 ? `余 ${course.left} 席` : '已满，可候补'}</dd>
            <dt>截止</dt>
            <dd>{minute(course.applyDeadline)}</dd>
          </dl>
          {course.feeNote && <p>{course.feeNote}</p>}
          <EnrolSteps course={course} />
        </aside>
      </div>
    </div>
  )
}

const phone: FormField = { ...contactMobile, hint: '报名编号、审核结果和缴费通知发到这个号码' }

/** The first step: a phone that answers, to which everything about the registration is sent. */
function EnrolProof({ onProof }: { onProof: (proof: Proof) => void }) {
  const form = useLightForm(async ({ contactMobile: phone = '', smsCode = '' }) => {
    const { ticket } = await call('POST /app/training/phone', { contactMobile: phone, smsCode })
    onProof({ phone, ticket })
  })
  return (
    <LightForm of={form} label="短信验证" action="下一步：填写报名表" busy="正在验证…">
      <LightLines fields={[phone]} errors={form.errors} />
      <CodeField scene="training" of={form} phone="contactMobile" name="smsCode" />
    </LightForm>
  )
}

/** Explains the procedure, also for people who cannot use the form. */
type StepsOf = Pick<
  Enrolment['training'],
  'contactName' | 'contactPhone' | 'words' | 'hasExam' | 'asksNumber' | 'feeOther'
>
const EnrolSteps = ({ course }: { course: StepsOf }) => (
  <div className="enrol-how">
    <h2>怎样报名</h2>
    <ol>
      <li>用短信验证码验证联系人手机。</li>
      <li>填写单位、{course.words.people}和发票信息，一份报名可以有多人。</li>
      <li>记下报名编号和查询码，等待审核。</li>
      {course.feeOther > 0 && <li>按通知汇款，凭编号和查询码上传凭证。</li>}
      <li>
        开始前下载{passName(course)}，{course.asksNumber ? '凭有效证件报到' : '凭它报到'}。
      </li>
    </ol>
    {course.contactPhone && (
      <p>
        不便在网上填写的，可以电话报名：
        <a href={telAddress(course.contactPhone)}>{formatPhone(course.contactPhone)}</a>
        {course.contactName && `（${course.contactName}）`}
      </p>
    )}
  </div>
)
