import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { useSubmit } from '#api/useApi.ts'
import { useMay, useStaff } from '#layouts/staff/staff.ts'
import { dayOf, daysBetween, minute, shortDay } from '#lib/dates.ts'
import { permissionAt } from '#modules/review/workflow.ts'
import { Escalations } from '#ui/Escalations.tsx'
import { Facts } from '#ui/Facts.tsx'
import { InlineProblem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Stages } from '#ui/Timeline.tsx'
import { type Case, QUEUE } from './caseDecisions.ts'
import { StaffAssign } from './StaffAssign.tsx'

export type Place = { n: number | null; total: number; previous: number | null; next: number | null }
type Props = { of: Case; place: Answer<Place>; search: string; changed: () => void }

export function StaffCaseHead({ of, place, search, changed }: Props) {
  const { since, who, whoName, usualDays } = of.waiting
  const days = daysBetween(shortDay(since), dayOf(new Date()))
  const lying = (days > 0 ? `，已 ${days} 天` : '') + (usualDays === null ? '' : `（通常 ${usualDays} 天左右）`)
  return (
    <section className="desk-card case-head">
      <div className="case-top">
        <Steps place={place.data} search={search} />
        <div>
          <h2>{of.title}</h2>
          <p>
            <Tag tone={who === 'staff' ? 'warn' : 'water'}>{of.statusName}</Tag>
            {of.overdue && <Tag tone="bad">已逾期</Tag>}
            {of.revision > 1 && <Tag>第 {of.revision} 次提交</Tag>}
          </p>
        </div>
      </div>
      {of.hindrance && <p className="case-hindrance">{of.hindrance}。</p>}
      <Escalations escalations={of.escalations} />
      <Stages stages={of.stages} />
      <Facts
        facts={[
          ['编号', of.number],
          ['事项', of.kindName],
          ['等待', who !== 'nobody' && `${whoName}，自 ${minute(since)} 起${lying}`],
          ['协会办理期限', of.deadline],
          ['申请人期限', of.applicantDeadline],
          ['公示截止', of.noticeEndsOn],
          ['负责人', <Assignee key="assignee" of={of} changed={changed} />],
        ]}
      />
    </section>
  )
}

const Steps = ({ place, search }: { place?: Place; search: string }) => (
  <nav className="case-steps" aria-label="列表中的位置">
    <Link to={QUEUE + search}>返回列表</Link>
    {place?.n && (
      <span>
        {place.n} / {place.total}
      </span>
    )}
    {place?.previous && <Link to={`${QUEUE}/${place.previous}${search}`}>上一份</Link>}
    {place?.next && <Link to={`${QUEUE}/${place.next}${search}`}>下一份</Link>}
  </nav>
)

function Assignee({ of, changed }: Pick<Props, 'of' | 'changed'>) {
  const me = useStaff()
  const [asking, setAsking] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/review/assign')
  const isMine = useMay(permissionAt(of.status) ?? '') && of.assignee?.id !== me.id
  const take = async () => {
    if (await submit({ ids: [of.id], assigneeId: me.id })) changed()
  }
  return (
    <>
      {of.assignee?.name ?? '未指派'}
      {of.waiting.who !== 'nobody' && (
        <>
          {isMine && (
            <Button type="link" size="small" loading={busy} onClick={() => void take()}>
              由我负责
            </Button>
          )}
          <Button type="link" size="small" onClick={() => setAsking(true)}>
            指派
          </Button>
        </>
      )}
      <InlineProblem>{error?.message}</InlineProblem>
      {asking && <StaffAssign of={[of]} onClose={() => setAsking(false)} onDone={changed} />}
    </>
  )
}
