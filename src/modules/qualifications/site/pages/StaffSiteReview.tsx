import './site.css'
import '#ui/form/form.css'
import { Button, Checkbox, Input, Radio } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Control } from '#ui/form/Control.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { useTabStorage } from '#ui/form/useTabStorage.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffSiteReview'
import { Conflicts } from './Conflicts.tsx'
import { SitePlan } from './SitePlan.tsx'
import { SiteRecord } from './SiteRecord.tsx'
import { Correction, SiteResult } from './SiteResult.tsx'
import { siteTones } from './StaffSiteReviews.tsx'

export { staffSiteReview as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/qualification/site/detail', { id: pathId(params.id) }),
)

export type SiteReview = Output<ApiContract['GET /staff/qualification/site/detail']>
export type SiteParts = { of: SiteReview; changed: () => void }

export default function StaffSiteReview({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const revalidate = useRevalidate()
  const mayAct = useMay('staff:review')
  const [planning, plan] = useState(false)
  const parts = { of, changed: revalidate }
  const isOnSite = of.stage === 'onSite'
  const planned = () => {
    plan(false)
    void revalidate()
  }
  return (
    <>
      <SiteHead {...parts} plan={mayAct && isOnSite && !planning ? () => plan(true) : undefined} />
      {mayAct && (of.stage === 'awaitingSite' || (isOnSite && planning)) ? (
        <SitePlan of={of} changed={planned} cancel={isOnSite ? () => plan(false) : undefined} />
      ) : (
        of.group.length > 0 && <SiteGroup {...parts} />
      )}
      {mayAct && isOnSite && !planning && <SiteRecord {...parts} />}
      {mayAct && of.stage === 'verifying' && <SiteVerify key={of.version} {...parts} />}
      {of.recordedAt && <SiteResult of={of} />}
    </>
  )
}

/** Assigned experts, their known conflicts of interest and signed declarations. */
function SiteGroup({ of, changed }: SiteParts) {
  const mayAct = useMay('staff:review') && of.stage === 'onSite'
  const { submit, busy, error } = useSubmit('POST /staff/qualification/site/declare')
  /** Optimistic state of the checkboxes, reset if the server refuses. */
  const [ticked, tick] = useState<Record<number, boolean>>({})
  const declare = async ({ expertId, name }: SiteReview['group'][number], declared: boolean) => {
    tick({ ...ticked, [expertId]: declared })
    if (!(await submit({ id: of.id, expertId, declared }))) return tick({ ...ticked, [expertId]: !declared })
    announce(`${name}${declared ? '已签署' : '未签署'}回避声明`)
    changed()
  }
  return (
    <section className="desk-card">
      <h2>评审组</h2>
      <Problem>{error?.message}</Problem>
      <ul className="site-group" role="list">
        {of.group.map(member => (
          <li key={member.expertId}>
            <div>
              <Link to={`/staff/experts/${member.expertId}`}>{member.name}</Link>
              <span>
                {member.roleName}　{member.jobTitle}
              </span>
              <p>{member.employers.join('；') || '没有登记工作单位'}</p>
            </div>
            <Conflicts sentences={member.conflicts} />
            {mayAct ? (
              <Checkbox
                checked={ticked[member.expertId] ?? member.declaredOn !== null}
                disabled={busy}
                onChange={event => void declare(member, event.target.checked)}
              >
                已签署回避声明<span className="hidden-text">：{member.name}</span>
              </Checkbox>
            ) : (
              <span>{member.declaredOn ? `${member.declaredOn} 签署回避声明` : '尚未签署回避声明'}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SiteHead({ of, changed, plan }: SiteParts & { plan?: () => void }) {
  const mayAct = useMay('staff:review')
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.title}</h2>
        <Tag tone={siteTones[of.stage]}>{of.statusName}</Tag>
      </div>
      <Facts
        facts={[
          ['申请', [of.typeName, of.kindName, of.levelName].filter(Boolean).join('　')],
          [
            '申请编号',
            <Link key="case" to={`/staff/review/${of.id}`}>
              {of.number}
            </Link>,
          ],
          ['统一社会信用代码', of.applicant.creditCode],
          ['评审日期', of.plannedOn && `${longDay(of.plannedOn)}${of.days > 1 ? `起 ${of.days} 天` : ''}`],
          ['评审地点', of.place],
          ['观察员', of.observer],
          ['请申请人准备', of.note],
          ['整改期限', of.dueOn && longDay(of.dueOn)],
          ['应办理到', of.deadline && <Deadline of={of} />],
        ]}
      />
      <div className="form-actions">
        {of.plannedOn && (
          <SaveButton save={() => saveFile('GET /staff/qualification/site/sheet', { id: of.id })}>
            {of.recordedAt ? '评审记录 PDF' : '打印空白评审记录'}
          </SaveButton>
        )}
        {plan && <Button onClick={plan}>重新安排</Button>}
        {mayAct && /^(awaitingSite|onSite|verifying)$/.test(of.stage) && (
          <ActButton act={reject} of={of} reload={changed} />
        )}
      </div>
    </section>
  )
}

const Deadline = ({ of: { deadline, overdue } }: { of: SiteReview }) =>
  overdue ? <Tag tone="bad">{`${deadline}，已超期`}</Tag> : deadline

const reject = defineAct<SiteReview>()({
  name: '终止评审',
  title: () => '终止评审，申请不予通过？',
  action: '不予通过',
  isDanger: true,
  confirm: '用于申请人拒绝接受评审、整改无效等情形。申请就此终止，申请人会收到短信和理由。',
  fields: [{ name: 'reason', label: '理由', kind: 'paragraph', section: '', required: true, max: 500 }],
  call: 'POST /staff/qualification/site/reject',
  input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
  done: '已终止评审，申请不予通过',
})

type Verdict = { accepted?: boolean; remark: string; dueOn: string }

/** Default number of days for a further correction. */
const FURTHER_CORRECTION_DAYS = 15
const dueDay = { name: 'dueOn', label: '新的整改期限', kind: 'day', section: '' } as const

function SiteVerify({ of, changed }: SiteParts) {
  const blank: Verdict = { remark: '', dueOn: addDays(dayOf(new Date()), FURTHER_CORRECTION_DAYS) }
  const { value, keep, clear } = useTabStorage<Record<number, Verdict>>(`site-verify-${of.id}-${of.version}`, {})
  const { submit, busy, error, fields } = useSubmit('POST /staff/qualification/site/verify')
  const pending = of.list.filter(({ result }) => result !== 'accepted')
  const verify = async () => {
    const results = pending.flatMap(({ id }) => {
      const { accepted, remark, dueOn } = value[id] ?? blank
      return accepted === undefined ? [] : [{ id, accepted, remark, dueOn: dueOn || undefined }]
    })
    const done = await submit({ id: of.id, version: of.version, results })
    if (!done) return
    announce(`验证结果已提交，现在${done.statusName}`)
    clear()
    changed()
  }
  const labelOf = (name: string) => `不符合项 ${of.list.find(({ id }) => name === `nonconformity-${id}`)?.place ?? ''}`
  return (
    <section className="desk-card">
      <h2>验证整改</h2>
      <ErrorSummary errors={fields} labelOf={labelOf} message={error?.fields && error.message} />
      <ul className="site-corrections" role="list">
        {of.list.map(one => {
          const verdict = value[one.id] ?? blank
          const set = (change: Partial<Verdict>) => keep({ ...value, [one.id]: { ...verdict, ...change } })
          return (
            <li key={one.id}>
              <Correction of={one} />
              {one.result !== 'accepted' && (
                <>
                  <Field
                    name={`nonconformity-${one.id}`}
                    label={`不符合项 ${one.place} 的验证结果`}
                    required
                    error={fields[`nonconformity-${one.id}`]}
                    group
                  >
                    {({ id }) => (
                      <Radio.Group
                        id={id}
                        role="radiogroup"
                        aria-labelledby={`${id}-label`}
                        value={verdict.accepted}
                        onChange={event => set({ accepted: event.target.value })}
                        options={[
                          { value: true, label: '通过' },
                          { value: false, label: '未通过' },
                        ]}
                      />
                    )}
                  </Field>
                  {verdict.accepted === false && (
                    <>
                      <Field name={`remark-${one.id}`} label="还缺什么" required hint="申请人会看到">
                        {described => (
                          <Input.TextArea
                            {...described}
                            autoSize={{ minRows: 2 }}
                            maxLength={500}
                            value={verdict.remark}
                            onChange={event => set({ remark: event.target.value })}
                          />
                        )}
                      </Field>
                      <Field name={`dueOn-${one.id}`} label="新的整改期限" required>
                        {described => (
                          <Control
                            field={dueDay}
                            described={described}
                            value={verdict.dueOn}
                            onChange={day => set({ dueOn: String(day ?? '') })}
                          />
                        )}
                      </Field>
                    </>
                  )}
                </>
              )}
            </li>
          )
        })}
      </ul>
      {error && !error.fields && <Problem>{error.message}</Problem>}
      <div className="form-actions">
        <Button type="primary" loading={busy} onClick={() => void verify()}>
          提交验证结果
        </Button>
        {error?.code === 409 && <Button onClick={changed}>查看最新状态</Button>}
      </div>
    </section>
  )
}
