import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { refusalOf } from '#api/useApi.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Mine } from './MyClerks.tsx'

type Props = { mine: Mine; actingFor: number; changed: () => void }

/** Invitations that wait, and the companies among which whoever signed in changes without signing out. */
export function MyCompanies({ mine: { own, companies, invitations }, actingFor, changed }: Props) {
  const { run, busy, problem } = useAct()
  if (invitations.length === 0 && companies.length === 0 && own.kind === 'organisation') return null
  const turnTo = (companyId: number | null) =>
    run(async () => {
      await browserApi('POST /member/clerk/switch', { companyId })
      showAnew()
    })
  const answer = (id: number, accept: boolean) =>
    run(async () => {
      await browserApi('POST /member/clerk/answer', { id, accept })
      if (accept) showAnew()
      else changed()
    })
  const leave = (id: number, isCurrent: boolean) =>
    run(async () => {
      await browserApi('POST /member/clerk/leave', { id })
      if (isCurrent) showAnew()
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
              邀请人 {by}；可以办理：{dutyNames.join('、')}；{longDay(expiresOn)}前有效
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
              {dutyNames.join('、')}；{longDay(dayOf(new Date(since)))}起
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

/** Everything on the screen is of somebody else now. */
const showAnew = () => location.assign('/admin/user')

function useAct() {
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const run = (act: () => Promise<void>) => {
    setState({ busy: true })
    act().then(
      () => setState({ busy: false }),
      error => setState({ busy: false, problem: refusalOf(error).message }),
    )
  }
  return { run, ...state }
}
