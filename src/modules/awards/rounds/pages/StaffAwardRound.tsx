import './awardRounds.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffAwardRound'
import { RemindExperts } from './RemindExperts.tsx'
import { StaffAwardRoundChoose } from './StaffAwardRoundChoose.tsx'
import { StaffAwardRoundEntries } from './StaffAwardRoundEntries.tsx'
import { StaffAwardRoundHead } from './StaffAwardRoundHead.tsx'
import { StaffAwardRoundPlan } from './StaffAwardRoundPlan.tsx'
import { StaffAwardRoundResult } from './StaffAwardRoundResult.tsx'

export { staffAwardRound as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/award/round/detail', { id: pathId(params.id) }),
)

export type AwardRound = Output<ApiContract['GET /staff/award/round/detail']>
export type RoundParts = { of: AwardRound; changed: () => void }

export default function StaffAwardRound({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.name)
  const revalidate = useRevalidate()
  const [doing, begin] = useState<'plan' | 'panel' | undefined>()
  const done = () => {
    begin(undefined)
    void revalidate()
  }
  const parts = { of, changed: revalidate }
  const chooses = of.state === 'planned' && of.panel.length === 0
  if (doing === 'plan') return <StaffAwardRoundPlan of={of} done={done} cancel={() => begin(undefined)} />
  return (
    <>
      <StaffAwardRoundHead {...parts} edit={() => begin('plan')} />
      {of.state === 'closed' && <StaffAwardRoundResult {...parts} />}
      {chooses || doing === 'panel' ? (
        <StaffAwardRoundChoose of={of} changed={done} cancel={chooses ? undefined : () => begin(undefined)} />
      ) : (
        <StaffAwardRoundPanel {...parts} edit={() => begin('panel')} />
      )}
      {of.state !== 'closed' && <StaffAwardRoundEntries key={of.version} {...parts} />}
    </>
  )
}

const isLate = ({ submitted, assigned }: AwardRound['panel'][number]) => submitted < assigned

const StaffAwardRoundPanel = ({ of, changed, edit }: RoundParts & { edit: () => void }) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>专家组</h2>
      <span className="round-panel-acts">
        {of.state === 'open' && of.panel.some(isLate) && (
          <RemindExperts of={of} experts={of.panel.filter(isLate)} changed={changed} />
        )}
        {of.state !== 'closed' && (
          <Button onClick={edit}>{of.state === 'open' ? '增补或更换专家' : '修改专家组'}</Button>
        )}
      </span>
    </div>
    <Table
      caption="专家组"
      rows={of.panel}
      keyOf={({ expertId }) => expertId}
      columns={[
        {
          name: '专家',
          cell: ({ expertId, name, roleName }) => (
            <>
              <Link to={`/staff/experts/${expertId}`}>{name}</Link>
              <span className="cell-note">{roleName}</span>
            </>
          ),
          nowrap: true,
        },
        { name: '任职单位', cell: ({ employers }) => employers.join('；') || '未登记' },
        { name: '回避的申报', cell: ({ conflicts }) => <Recused of={conflicts} /> },
        {
          name: '回避声明',
          cell: ({ declaredAt }) => (declaredAt ? minute(declaredAt) : of.state === 'planned' ? '—' : '未签署'),
          nowrap: true,
        },
        {
          name: '进度',
          cell: ({ assigned, submitted, hasAccount, lastRemindedAt }) => (
            <>
              {of.state === 'planned' ? '—' : `${submitted} / ${assigned}`}
              {!hasAccount && of.state !== 'closed' && <span className="cell-note">还没有账号</span>}
              {lastRemindedAt && <span className="cell-note">{minute(lastRemindedAt)} 催过</span>}
            </>
          ),
          nowrap: true,
        },
        ...(of.state === 'open'
          ? [
              {
                name: '催评',
                cell: (member: AwardRound['panel'][number]) =>
                  isLate(member) ? <RemindExperts of={of} experts={[member]} changed={changed} size="small" /> : '',
                nowrap: true,
              },
            ]
          : []),
      ]}
    />
    {of.left.length > 0 && (
      <ul className="round-left">
        {of.left.map(({ expertId, name, leftAt, reason }) => (
          <li key={expertId}>
            {minute(leftAt)}　{name}不再参加：{reason}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Recused = ({ of }: { of: AwardRound['panel'][number]['conflicts'] }) =>
  of.length === 0
    ? '无冲突'
    : of.map(({ entryId, name, reasons }) => (
        <p key={entryId} className="round-conflict">
          <b>{name}</b>　{reasons.join('；')}
        </p>
      ))
