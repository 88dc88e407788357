import './clerks.css'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf, minute } from '#lib/dates.ts'
import { Day } from '#ui/Day.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { Route } from './+types/MyClerks'
import { Clerks } from './Clerks.tsx'

export { myClerks as handle } from '#modules/accounts/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [mine, { id, accountType, clerk }] = await Promise.all([
    api('GET /member/clerk/mine', {}),
    api('GET /member/info', {}),
  ])
  const company = accountType === 'organisation' ? await api('GET /member/clerk/list', {}) : undefined
  const maySeeLog = !clerk || clerk.isOwner || company!.clerks.some(of => of.isSelf && of.duties.includes('all'))
  return { mine, actingFor: id, company, maySeeLog }
})

export type Mine = Output<ApiContract['GET /member/clerk/mine']>
export type Company = Output<ApiContract['GET /member/clerk/list']>

/** 经办人: for whom one acts, and who acts for one's company. */
export default function MyClerks({ loaderData }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const { mine, actingFor, company, maySeeLog } = loaderData
  return (
    <>
      <MyCompanies mine={mine} actingFor={actingFor} changed={() => void revalidate()} />
      {company && <Clerks company={company} changed={() => void revalidate()} />}
      {company && maySeeLog && <ClerkLog />}
    </>
  )
}

/** 操作记录: who of the company did what. */
function ClerkLog() {
  const [query] = useSearchParams()
  const answer = useApi('GET /member/clerk/log', { pageNum: query.get('pageNum') ?? 1 })
  return (
    <section className="centre-card">
      <h2>操作记录</h2>
      <DataTable
        caption="本单位的操作记录"
        answer={answer}
        unit="条"
        empty={{ title: '还没有记录' }}
        columns={[
          { name: '时间', cell: of => minute(of.at), nowrap: true },
          { name: '谁', cell: of => `${of.name}（${of.userName}）` },
          { name: '做了什么', cell: of => [of.action, of.object].filter(Boolean).join('：') },
          { name: '设备', cell: of => of.device },
        ]}
      />
    </section>
  )
}

type Props = { mine: Mine; actingFor: number; changed: () => void }

/** Invitations that wait, and the companies among which whoever signed in changes without signing out. */
function MyCompanies({ mine: { own, companies, invitations }, actingFor, changed }: Props) {
  const { run, busy, problem } = useAct()
  if (invitations.length === 0 && companies.length === 0 && own.kind === 'organisation') return null
  const turnTo = (companyId: number | null) =>
    run(async () => {
      await browserApi('POST /member/clerk/switch', { companyId })
      reloadMemberCentre()
    })
  const answer = (id: number, accept: boolean) =>
    run(async () => {
      await browserApi('POST /member/clerk/answer', { id, accept })
      if (accept) reloadMemberCentre()
      else changed()
    })
  const leave = (id: number, isCurrent: boolean) =>
    run(async () => {
      await browserApi('POST /member/clerk/leave', { id })
      if (isCurrent) reloadMemberCentre()
      else changed()
    })
  return (
    <section className="centre-card">
      <h2>我代办的单位</h2>
      <Problem>{problem}</Problem>
      {invitations.map(({ id, company, by, dutyNames, expiresOn }) => (
        <div key={id} className="apart clerk-company">
          <p>
            <strong>{company}</strong> 请您担任经办人 <Tag tone="water">等您答复</Tag>
            <br />
            <small>
              邀请人 {by}；可以办理：{dutyNames.join('、')}；<Day of={expiresOn} />
              前有效
            </small>
          </p>
          <div className="acts">
            <Button type="primary" loading={busy} onClick={() => answer(id, true)}>
              接受<span className="hidden-text">{company}的邀请</span>
            </Button>
            <Button disabled={busy} onClick={() => answer(id, false)}>
              谢绝<span className="hidden-text">{company}的邀请</span>
            </Button>
          </div>
        </div>
      ))}
      {companies.map(({ id, name, clerkId, isOwner, dutyNames, isOpen, since }) => (
        <div key={id} className="apart clerk-company">
          <p>
            <strong>{name}</strong> {isOwner && <Tag tone="good">负责人</Tag>} {!isOpen && <Tag>暂不能办理</Tag>}
            <br />
            <small>
              {dutyNames.join('、')}；<Day of={dayOf(new Date(since))} />起
            </small>
          </p>
          <div className="acts">
            {id === actingFor ? (
              <Tag tone="good">正在办理</Tag>
            ) : (
              <Button disabled={busy || !isOpen} onClick={() => turnTo(id)}>
                为其办理<span className="hidden-text">：{name}</span>
              </Button>
            )}
            {!isOwner && (
              <Button danger disabled={busy} onClick={() => leave(clerkId, id === actingFor)}>
                不再担任<span className="hidden-text">{name}的经办人</span>
              </Button>
            )}
          </div>
        </div>
      ))}
      {companies.length > 0 && (
        <div className="apart clerk-company">
          <p>
            <strong>{own.name}</strong>
            <br />
            <small>本人账号 {own.userName}</small>
          </p>
          {own.id === actingFor ? (
            <Tag tone="good">正在办理</Tag>
          ) : (
            <Button disabled={busy} onClick={() => turnTo(null)}>
              回到本人账号
            </Button>
          )}
        </div>
      )}
      {companies.length === 0 && invitations.length === 0 && (
        <p>
          单位可以请您用本账号办理其入会、资质、培训、缴费等事务：由单位在“经办人”中以您的手机号邀请，您在这里接受。
          您自己的资料、证书和消息与此分开。
        </p>
      )}
    </section>
  )
}

/** Reloads the member centre: after a switch of the company all data on screen belong to another account. */
const reloadMemberCentre = () => location.assign('/admin/user')

function useAct() {
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const run = (act: () => Promise<void>) => {
    setState({ busy: true })
    act().then(
      () => setState({ busy: false }),
      error => setState({ busy: false, problem: toRefusal(error).message }),
    )
  }
  return { run, ...state }
}
