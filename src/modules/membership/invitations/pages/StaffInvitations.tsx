import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { provinces } from '#lib/provinces.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { type DataColumn, DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import { type InvitationState, invitationStates, ways } from '../words.ts'
import type { Route } from './+types/StaffInvitations'
import { InviteDialog } from './InviteDialog.tsx'
import './invitations.css'

export { staffInvitations as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(query, 'key', 'state', 'way', 'province')
  const [page, counts] = await Promise.all([
    api('GET /staff/invitation/list', { ...filter, pageNum, pageSize }),
    api('GET /staff/invitation/count', {}),
  ])
  return { filter, page, counts }
})

type Filters = Input<ApiContract['GET /staff/invitation/export']>
type Invitation = Output<ApiContract['GET /staff/invitation/list']>['list'][number]

/** 邀请开通账号: whom the association has asked to open an account, and how far that is. */
export default function StaffInvitations({ loaderData: { filter, page, counts } }: Route.ComponentProps) {
  const answer = useLoaded(page)
  const selection = useSelection<Invitation>({
    rows: page.list,
    filters: filter,
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    pageOf: asked => browserApi('GET /staff/invitation/list', { ...filter, ...asked }),
  })
  const [inviting, setInviting] = useState(false)
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const ids = selection.keys
  const act = async (work: () => Promise<string>) => {
    setState({ busy: true })
    try {
      announce(await work())
      setState({ busy: false })
      selection.clear()
      answer.reload()
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
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>邀请</h2>
        <Button type="primary" onClick={() => setInviting(true)}>
          邀请单位
        </Button>
      </div>
      <p>登记在册而没有账号的单位，凭邀请链接即证明是本单位，不必再认领。</p>
      <ul className="invitation-counts" role="list">
        {counts.map(({ state: code, stateName, count }) => (
          <li key={code}>
            <Link to={`?state=${code}`}>
              {stateName} <b>{count}</b>
            </Link>
          </li>
        ))}
      </ul>
      <Problem>{state.problem}</Problem>
      <DataTable<Invitation>
        caption="邀请"
        answer={answer}
        unit="份"
        filters={filters}
        save={() => saveFile('GET /staff/invitation/export', filter)}
        selection={selection}
        empty={{ title: '还没有发出邀请', children: <p>点“邀请单位”，先看到邀请哪些单位、各用什么方式，再发出。</p> }}
        actions={
          <>
            <Button disabled={ids.length === 0} loading={state.busy} onClick={() => void remind()}>
              提醒所选（{ids.length}）
            </Button>
            <Button disabled={ids.length === 0 || ids.length > 500} onClick={() => void print()}>
              打印信函
            </Button>
            <Button danger disabled={ids.length === 0} onClick={() => void withdraw()}>
              撤回所选
            </Button>
          </>
        }
        columns={columns}
      />
      {inviting && <InviteDialog sent={answer.reload} close={() => setInviting(false)} />}
    </section>
  )
}

const optionsOf = <Code extends string>(names: Record<Code, string>) =>
  typedKeys(names).map(code => ({ code, name: names[code] }))

const filters = [
  { name: 'key', kind: 'text' as const, label: '单位名称或信用代码' },
  { name: 'state', label: '状态', options: optionsOf(invitationStates) },
  { name: 'way', label: '方式', options: optionsOf(ways) },
  { name: 'province', label: '地区', options: provinces.map(({ code, short }) => ({ code, name: short })) },
]

const tones: Record<InvitationState, Tone> = {
  sent: 'water',
  opened: 'water',
  accepted: 'good',
  expired: 'warn',
  withdrawn: 'plain',
}

const columns: DataColumn<Invitation>[] = [
  {
    name: '单位',
    cell: ({ name, organisationId }) => <Link to={`/staff/organisations/${organisationId}`}>{name}</Link>,
  },
  { name: '联系人', cell: ({ addressee }) => addressee || '—', nowrap: true },
  {
    name: '方式',
    cell: ({ wayName, to, printedAt, way }) =>
      [wayName, way === 'letter' ? (printedAt ? '已打印' : '待打印') : to].filter(Boolean).join(' '),
    nowrap: true,
  },
  {
    name: '状态',
    cell: ({ state, stateName, accountId }) => (
      <>
        <Tag tone={tones[state]}>{stateName}</Tag>{' '}
        {accountId !== null && <Link to={`/staff/accounts/${accountId}`}>账号</Link>}
      </>
    ),
    nowrap: true,
  },
  { name: '发出', cell: ({ createdAt }) => minute(createdAt), nowrap: true },
  { name: '有效至', cell: ({ expiresOn }) => expiresOn, nowrap: true },
  {
    name: '提醒',
    cell: ({ reminders, remindedAt }) => (remindedAt ? `${reminders} 次，${minute(remindedAt)}` : '—'),
    nowrap: true,
  },
]
