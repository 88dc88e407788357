import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { invitations } from '#modules/membership/pages/registers.ts'
import { SendingBand } from '#modules/messages/pages/SendingBand.tsx'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag, type Tone } from '#ui/Tag.tsx'
import { invitationFilters } from '../../invitationFilters.ts'
import type { InvitationState } from '../../invitationWords.ts'
import type { Route } from './+types/StaffInvitations'
import { InviteDialog } from './InviteDialog.tsx'
import './invitations.css'

export { staffInvitations as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, counts] = await Promise.all([invitations.load(api, address), api('GET /staff/invitation/count', {})])
  return { ...list, counts }
})

const tones: Record<InvitationState, Tone> = {
  sent: 'water',
  opened: 'water',
  accepted: 'good',
  expired: 'warn',
  withdrawn: 'plain',
}

/** 邀请开通账号: whom the association has asked to open an account, and how far that is. */
export default function StaffInvitations({ loaderData: list }: Route.ComponentProps) {
  const [inviting, setInviting] = useState(false)
  const revalidate = useRevalidate()
  return (
    <RegisterTable
      of={invitations}
      loaded={list}
      unit="份"
      filters={registerFilters(invitationFilters, {})}
      acts={(rows, done) => <InvitationActs ids={rows.map(({ id }) => id)} done={done} />}
      actions={
        <Button type="primary" onClick={() => setInviting(true)}>
          邀请单位
        </Button>
      }
      above={
        <>
          <SendingBand />
          <p>登记在册而没有账号的单位，凭邀请链接即证明是本单位，不必再认领。</p>
          <ul className="invitation-counts" role="list">
            {list.counts.map(({ state, stateName, count }) => (
              <li key={state}>
                <Link to={`?state=${state}`}>
                  {stateName} <b>{count}</b>
                </Link>
              </li>
            ))}
          </ul>
        </>
      }
      below={inviting && <InviteDialog sent={() => void revalidate()} close={() => setInviting(false)} />}
      empty={{ title: '还没有发出邀请', children: <p>点“邀请单位”，先看到邀请哪些单位、各用什么方式，再发出。</p> }}
      cells={{
        name: ({ name, organisationId }) => <Link to={`/staff/organisations/${organisationId}`}>{name}</Link>,
        to: ({ way, to, printedAt }) => (way === 'letter' ? (printedAt ? '已打印' : '待打印') : to),
        stateName: row => (
          <>
            <StateTag of={row} tones={tones} />{' '}
            {row.accountId !== null && <Link to={`/staff/accounts/${row.accountId}`}>账号</Link>}
          </>
        ),
        reminders: ({ reminders, remindedAt }) => (remindedAt ? `${reminders} 次，${minute(remindedAt)}` : '—'),
      }}
    />
  )
}

/** Maximum letters of one file. */
const MAX_LETTERS = 500

function InvitationActs({ ids, done }: { ids: number[]; done: () => void }) {
  const [{ busy, problem }, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const [asked, ask] = useState<'remind' | 'withdraw'>()
  const act = async (work: () => Promise<string>) => {
    setState({ busy: true })
    try {
      announce(await work())
      setState({ busy: false })
      ask(undefined)
      done()
    } catch (error) {
      setState({ busy: false, problem: toRefusal(error).message })
    }
  }
  const remind = () =>
    act(async () => {
      const { sent, skipped } = await browserApi('POST /staff/invitation/remind', { ids })
      return `已提醒 ${sent} 家${skipped ? `；${skipped} 家没有（信函，已办结，或一天内已提醒过）` : ''}`
    })
  const withdraw = () =>
    act(async () => {
      const { withdrawn, skipped } = await browserApi('POST /staff/invitation/withdraw', { ids })
      return `已撤回 ${withdrawn} 份${skipped ? `；${skipped} 份已办结` : ''}`
    })
  const print = () =>
    act(async () => {
      await saveFile('POST /staff/invitation/letters', { ids })
      return '邀请信已下载'
    })
  return (
    <>
      <Button onClick={() => ask('remind')}>提醒所选</Button>
      <Button disabled={ids.length > MAX_LETTERS} onClick={() => void print()}>
        打印信函
      </Button>
      <Button danger onClick={() => ask('withdraw')}>
        撤回所选
      </Button>
      {asked && (
        <AskDialog
          title={asked === 'remind' ? `提醒 ${ids.length} 份邀请` : `撤回 ${ids.length} 份邀请`}
          isOpen
          action={asked === 'remind' ? '提醒' : '撤回'}
          back="返回"
          danger={asked === 'withdraw'}
          busy={busy}
          send={asked === 'remind' ? remind : withdraw}
          close={() => ask(undefined)}
        >
          <p>
            {asked === 'remind'
              ? '按邀请时的方式再发一次短信或邮件；信函、已办结和一天内已提醒过的跳过，夜间的短信早上 8 点以后发出。'
              : '链接立即失效，不通知对方；已接受的跳过。以后可以重新邀请。'}
          </p>
          <Problem>{problem}</Problem>
        </AskDialog>
      )}
      {!asked && <Problem>{problem}</Problem>}
    </>
  )
}
