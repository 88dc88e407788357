import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { defineForm, fieldsIn } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffApprovals'
import { ApprovalRules } from './ApprovalRules.tsx'
import './approvals.css'

export { staffApprovals as handle } from './screens.ts'

export const clientLoader = listLoader((api, { query }) =>
  api('GET /staff/approval/list', {
    ...listQuery<Input<ApiContract['GET /staff/approval/list']>>(query, 'state'),
    pageSize: 20,
  }),
)

const VIEWS = [
  { code: 'forMe', name: '等我复核' },
  { code: 'waiting', name: '待复核' },
  { code: 'all', name: '全部' },
]

type Approval = Output<ApiContract['GET /staff/approval/list']>['list'][number]

/** 双人复核: what waits for a second person, what became of the rest, and for what the association wants one. */
export default function StaffApprovals({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const maySetRules = useMay('staff:accounts')
  return (
    <>
      <section className="desk-card">
        <DataTable
          caption="双人复核"
          answer={answer}
          filters={[{ name: 'state', label: '显示', options: VIEWS, always: 'all' }]}
          columns={[
            { name: '操作', cell: one => <What of={one} /> },
            { name: '提出', cell: ({ askedBy, askedTime }) => `${askedBy}，${minute(askedTime)}` },
            { name: '状态', cell: one => <Standing of={one} /> },
            { name: '办理', cell: one => <Acts of={one} reload={answer.reload} /> },
          ]}
          empty={{
            title: '没有须双人复核的操作',
            children: <p>开启双人复核的操作由一位同事提出，另一位同意后生效，都列在这里。</p>,
          }}
          unit="项"
        />
      </section>
      {maySetRules && <ApprovalRules />}
    </>
  )
}

const What = ({ of: { ruleName, changes } }: { of: Approval }) => (
  <>
    <b>{ruleName}</b>
    {changes.length > 0 && (
      <ul className="approval-changes">
        {changes.map(({ of, label, before, after }, i) => (
          <li key={i}>
            {of} {label}：{before && <del>{before}</del>} <ins>{after || '（空）'}</ins>
          </li>
        ))}
      </ul>
    )}
  </>
)

const tones: Record<string, 'good' | 'bad' | 'warn'> = { waiting: 'warn', agreed: 'good', refused: 'bad' }

const Standing = ({ of: { state, stateName, decidedBy, decidedTime, expireTime, reason } }: { of: Approval }) => (
  <>
    <Tag tone={tones[state]}>{stateName}</Tag>
    <p className="approval-note">
      {decidedBy ? `${decidedBy}，${minute(decidedTime!)}` : `${minute(expireTime)} 前有效`}
      {reason && `：${reason}`}
    </p>
  </>
)

const refusal = defineForm([fieldsIn('')('reason', '原因', { kind: 'paragraph', required: true, max: 200 })])

type ActsProps = { of: Approval; reload: () => void }

function Acts({ of: { id, isMine, mayDecide, obstacle, state, isFile, file }, reload }: ActsProps) {
  const agreeing = useSubmit('POST /staff/approval/agree')
  const withdrawing = useSubmit('POST /staff/approval/withdraw')
  const [isRefusing, setRefusing] = useState(false)
  const done = (words: string) => {
    announce(words)
    reload()
  }
  const error = agreeing.error ?? withdrawing.error
  return (
    <div className="acts">
      {mayDecide && (
        <>
          <Button
            type="primary"
            loading={agreeing.busy}
            onClick={async () =>
              (await agreeing.submit({ id })) && done(isFile ? '已同意，提出的人可以下载' : '已同意，操作已生效')
            }
          >
            {isFile ? '同意' : '同意并执行'}
          </Button>
          <Button onClick={() => setRefusing(true)}>不同意</Button>
        </>
      )}
      {file && (
        <>
          <SaveButton save={() => saveFile('GET /staff/approval/file', { id }).finally(reload)}>下载</SaveButton>
          <p className="approval-note">
            {minute(file.until)} 前还可下载 {file.left} 次
          </p>
        </>
      )}
      {isMine && state === 'waiting' && (
        <Button
          loading={withdrawing.busy}
          onClick={async () => (await withdrawing.submit({ id })) && done('已撤回，没有执行')}
        >
          撤回
        </Button>
      )}
      {obstacle && <p className="approval-note">您不能复核：{obstacle}</p>}
      {error && (
        <p role="alert" className="approval-error">
          {error.message}
        </p>
      )}
      {isRefusing && (
        <FormDialog
          title="不同意这项操作"
          fields={refusal}
          action="不同意"
          send={async ({ reason }) => {
            await browserApi('POST /staff/approval/refuse', { id, reason: String(reason ?? '') })
            done('没有执行，已告知提出的同事')
          }}
          close={() => setRefusing(false)}
        />
      )}
    </div>
  )
}
