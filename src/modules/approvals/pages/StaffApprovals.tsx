import './approvals.css'
import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { SecondPersonRule } from '#lib/access/secondPerson.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { AWAITING_APPROVAL } from '#lib/error.ts'
import { defineForm, fieldsIn } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { AGREED, agreeName, REFUSE_WORDS, REFUSED } from '../approvalWords.ts'
import type { Route } from './+types/StaffApprovals'

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
            { name: '操作', cell: one => <ApprovalChanges of={one} /> },
            { name: '提出', cell: ({ askedBy, askedTime }) => `${askedBy}，${minute(askedTime)}` },
            { name: '状态', cell: one => <ApprovalStatus of={one} /> },
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

const ApprovalChanges = ({ of: { ruleName, changes } }: { of: Approval }) => (
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

const ApprovalStatus = ({ of: { state, stateName, decidedBy, decidedTime, expireTime, reason } }: { of: Approval }) => (
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
            onClick={async () => (await agreeing.submit({ id })) && done(isFile ? AGREED.file : AGREED.act)}
          >
            {agreeName(isFile)}
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
          intro={<p>{REFUSE_WORDS}</p>}
          fields={refusal}
          action="不同意"
          send={async ({ reason }) => {
            await browserApi('POST /staff/approval/refuse', { id, reason: String(reason ?? '') })
            done(REFUSED)
          }}
          close={() => setRefusing(false)}
        />
      )}
    </div>
  )
}

function ApprovalRules() {
  const answer = useApi('GET /staff/approval/rules', {})
  const saving = useSubmit('POST /staff/approval/rules')
  const [chosen, setChosen] = useState<SecondPersonRule[]>()
  const rules = answer.data ?? []
  const on = chosen ?? rules.filter(({ isOn }) => isOn).map(({ code }) => code)
  // Goes with any other: the server adds it.
  const goesAlong = (code: SecondPersonRule) => code === 'roles' && on.some(one => one !== 'roles')
  const save = async () => {
    if (!(await saving.submit({ rules: on }))) return
    announce('双人复核的设置已保存')
    answer.reload()
  }
  return (
    <section className="desk-card">
      <h2>哪些操作须双人复核</h2>
      <p>
        开启以后，一位同事提出，须有同样权限的另一位同事核对并同意才生效；7
        天内没有人同意的作废。复核只凭本人角色的权限，代理得来的不算；14
        天内互相开通、重设或改动过账号的两位同事，不能互相复核。
      </p>
      <p>开启任何一项，“修改角色、分支机构、代理与同事的账号”随之开启：否则一个人就能开通第二个账号，自己同意自己。</p>
      <States answer={answer}>
        {() => (
          <div className="approval-rules">
            {rules.map(({ code, name, people, note }) => (
              <label key={code}>
                <input
                  type="checkbox"
                  checked={on.includes(code) || goesAlong(code)}
                  disabled={goesAlong(code)}
                  onChange={({ target }) => setChosen(target.checked ? [...on, code] : on.filter(one => one !== code))}
                />{' '}
                {name}（现有 {people} 位同事可以办理）
                {goesAlong(code) && '。随其他各项开启，不能单独关闭'}
                {note && <span className="approval-note">{note}</span>}
              </label>
            ))}
          </div>
        )}
      </States>
      {saving.error && (
        <p role={saving.error.code === AWAITING_APPROVAL ? 'status' : 'alert'}>{saving.error.message}</p>
      )}
      <Button type="primary" loading={saving.busy} disabled={!answer.data} onClick={() => void save()}>
        保存
      </Button>
    </section>
  )
}
