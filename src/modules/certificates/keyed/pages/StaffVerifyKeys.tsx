import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { keyForm } from '../keyForm.ts'
import type { Route } from './+types/StaffVerifyKeys'
import './verifyKeys.css'

export { staffVerifyKeys as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/verifyKey/list', {}))

type Made = { name: string; secret: string }
type Key = Output<ApiContract['GET /staff/verifyKey/list']>['list'][number]

/** 查验接口: keys by which regulators and buyers ask for many certificates at once. */
export default function StaffVerifyKeys({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const [query] = useSearchParams()
  const [adding, setAdding] = useState(query.has('issue'))
  const [made, setMade] = useState<Made>()
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>接口密钥</h2>
          <Button type="primary" onClick={() => setAdding(true)}>
            发放密钥
          </Button>
        </div>
        <p>
          监管部门、招标平台和采购方凭密钥用程序批量查验证书，一次最多 100
          个编号，按约定的额度。持证者在“查验记录”里看得到是哪个单位查的。不用密钥的公开查验照旧。
        </p>
        <States
          answer={answer}
          empty={{
            when: ({ list }) => list.length === 0,
            title: '还没有发放过密钥',
            children: <p>有单位要长期、大量查验证书时，点“发放密钥”，把密钥交给对方的技术人员。</p>,
          }}
        >
          {({ list }) => <Table caption="接口密钥" columns={columnsOf(answer.reload)} rows={list} />}
        </States>
      </section>
      {adding && (
        <FormDialog
          title="发放接口密钥"
          fields={keyForm}
          initial={{ perMinute: 300, perDay: 10_000 }}
          action="发放"
          close={() => setAdding(false)}
          send={async values => {
            const { key } = await browserApi('POST /staff/verifyKey/issue', {
              name: String(values.name ?? ''),
              contact: String(values.contact ?? ''),
              perMinute: Number(values.perMinute ?? 0),
              perDay: Number(values.perDay ?? 0),
              expiresOn: String(values.expiresOn ?? ''),
            })
            setMade({ name: String(values.name ?? ''), secret: key })
            answer.reload()
          }}
        />
      )}
      {made && <MadeKey {...made} close={() => setMade(undefined)} />}
    </>
  )
}

/** Shows the key once: only its hash is stored. */
const MadeKey = ({ name, secret, close }: Made & { close: () => void }) => (
  <Modal title={`${name} 的密钥`} open onCancel={close} footer={<Button onClick={close}>我已保存</Button>}>
    <Alert type="warning" showIcon title="密钥只显示这一次，请现在复制，并用安全的方式交给对方" />
    <pre className="verify-key">{secret}</pre>
    <Button onClick={() => void navigator.clipboard.writeText(secret)}>复制密钥</Button>
    <p>
      调用方法见<a href="/api/docs#POST_cert_verify_keyed">接口文档</a>：请求头 Authorization: Bearer 密钥。
    </p>
  </Modal>
)

const TONES = { active: 'good', expired: 'warn', revoked: 'bad' } as const

const revoke = defineAct<Key>()({
  name: '停用',
  title: ({ name }) => `停用 ${name} 的密钥`,
  isDanger: true,
  confirm: '停用立即生效，不能恢复；对方的程序会收到“接口密钥已停用”。',
  call: 'POST /staff/verifyKey/revoke',
  input: ({ id }) => ({ id }),
  done: ({ name }) => `${name}的密钥已停用`,
})

const columnsOf = (reload: () => void): TableColumn<Key>[] => [
  {
    name: '使用单位',
    cell: ({ name, contact }) => (
      <>
        {name}
        <span className="cell-note">{contact}</span>
      </>
    ),
  },
  { name: '密钥', cell: ({ hint }) => <code>{hint}</code>, nowrap: true },
  {
    name: '额度',
    cell: ({ perMinute, perDay }) => (
      <>
        每分钟 {perMinute} 个<span className="cell-note">每天 {perDay} 个</span>
      </>
    ),
    nowrap: true,
  },
  {
    name: '用量',
    cell: ({ usedToday, usedTotal, lastUsedTime }) => (
      <>
        今天 {usedToday} 个，共 {usedTotal} 个
        <span className="cell-note">{lastUsedTime ? `最近 ${minute(lastUsedTime)}` : '还没有用过'}</span>
      </>
    ),
  },
  {
    name: '发放与到期',
    cell: ({ issuedTime, expiresOn }) => (
      <>
        {issuedTime.slice(0, 10)}
        <span className="cell-note">到期 {expiresOn}</span>
      </>
    ),
    nowrap: true,
  },
  { name: '状态', cell: ({ state, stateName }) => <Tag tone={TONES[state]}>{stateName}</Tag>, nowrap: true },
  {
    name: '办理',
    cell: key =>
      key.state === 'revoked' ? (
        '—'
      ) : (
        <ActButton act={revoke} of={key} called={`${key.name} 的密钥 ${key.hint}`} reload={reload} size="small" />
      ),
    nowrap: true,
  },
]
