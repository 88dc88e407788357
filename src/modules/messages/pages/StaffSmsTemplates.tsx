import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { optionsOf } from '#lib/form/form.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { Table } from '#ui/table/Table.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { smsProviderNames } from '../smsProviders.ts'
import type { Route } from './+types/StaffSmsTemplates'
import { SendingBand } from './SendingBand.tsx'
import './staffMessages.css'

export { staffSmsTemplates as handle } from './screens.ts'

const providerIn = (query: URLSearchParams) =>
  query.get('provider') === 'tencent' ? 'tencent' : query.get('provider') === 'aliyun' ? 'aliyun' : undefined

export const clientLoader = listLoader((api, { query }) =>
  api('GET /staff/sms/templates', { provider: providerIn(query) }),
)

type Loaded = Output<ApiContract['GET /staff/sms/templates']>
type Kind = Loaded['kinds'][number]

const states = { missing: '没有编号', filed: '有编号', outdated: '报备后改过文字', faulty: '文字不合规定' } as const
const tones = { missing: 'warn', filed: 'good', outdated: 'warn', faulty: 'bad' } as const
const stateOf = ({ templateCode, isOutdated, faults }: Kind): keyof typeof states =>
  isOutdated ? 'outdated' : templateCode ? 'filed' : faults.length > 0 ? 'faulty' : 'missing'

/** 短信模板: what to file with the provider for each kind of text message, and the numbers that it gave. */
export default function StaffSmsTemplates({ loaderData: of }: Route.ComponentProps) {
  const answer = useLoaded(of)
  const mayChoose = useMay('staff:setup')
  const { state } = useFilters<{ provider?: string; state?: string }>('provider', 'state')
  const [open, setOpen] = useState<Kind>()
  const [tried, setTried] = useState<{ kind: string; sent: boolean; message: string }>()
  const shown = of.kinds.filter(kind => !state || stateOf(kind) === state)
  const tryIt = async ({ kind }: Kind) => {
    const told = await browserApi('POST /staff/sms/template/test', { kind }).catch(error => ({
      sent: false,
      message: toRefusal(error).message,
    }))
    if (told.sent) announce(told.message)
    setTried({ kind, ...told })
  }
  return (
    <>
      <SendingBand />
      <section className="desk-card">
        <h2>向服务商报备的短信</h2>
        <p>
          短信服务商只发审核通过的模板。逐类复制文字到服务商的控制台申请，通过后把编号登记在这里；没有编号的，这一类不发短信，改由站内消息、邮件告知。
          {of.inUse !== of.provider &&
            !of.choices.includes(of.provider) &&
            `服务器上没有设置${of.providerName}的密钥（由技术人员设置），可以先报备。`}
        </p>
        {of.choices.includes(of.provider) && (
          <p>
            现在由{of.inUse && smsProviderNames[of.inUse]}发送。{' '}
            {mayChoose && <ActButton act={choose} of={of} called={of.providerName} reload={answer.reload} />}
          </p>
        )}
        <DataTable<Kind>
          caption="短信模板"
          answer={{ ...answer, data: shown }}
          keyOf={({ kind }) => kind}
          empty={{ title: '没有这样的短信' }}
          filters={[
            { name: 'provider', label: '服务商', options: optionsOf(smsProviderNames) },
            { name: 'state', label: '状态', options: optionsOf(states) },
          ]}
          columns={[
            {
              name: '短信',
              width: '200px',
              cell: ({ name, group }) => (
                <>
                  {name}
                  <small>{group}</small>
                </>
              ),
            },
            { name: '报备的文字', cell: ({ text }) => text },
            {
              name: '状态',
              cell: kind => (
                <>
                  <Tag tone={tones[stateOf(kind)]}>{states[stateOf(kind)]}</Tag>
                  <small>{kind.faults.join('；')}</small>
                </>
              ),
            },
            {
              name: '编号',
              width: '150px',
              cell: ({ templateCode, updatedName, updatedAt }) =>
                templateCode ? (
                  <>
                    {templateCode}
                    <small>
                      {updatedName} {updatedAt && minute(updatedAt)}
                    </small>
                  </>
                ) : (
                  '—'
                ),
            },
            {
              name: '操作',
              cell: kind => (
                <>
                  <Button onClick={() => setOpen(kind)}>
                    报备与登记
                    <span className="hidden-text">：{kind.name}</span>
                  </Button>
                  {of.inUse === of.provider && kind.templateCode && (
                    <Button onClick={() => void tryIt(kind)}>
                      试发
                      <span className="hidden-text">：{kind.name}</span>
                    </Button>
                  )}
                  {tried?.kind === kind.kind && !tried.sent && <Problem>{tried.message}</Problem>}
                </>
              ),
            },
          ]}
        />
      </section>
      {open && (
        <FileTemplate key={open.kind} of={of} kind={open} saved={answer.reload} close={() => setOpen(undefined)} />
      )}
    </>
  )
}

const choose = defineAct<Loaded>()({
  name: '改用这一家',
  confirm: of => {
    const missing = of.kinds.filter(({ templateCode }) => !templateCode).length
    return `从现在起，短信由${of.providerName}发送，尚未发出的也是。${of.kinds.length} 类短信中有 ${missing} 类没有登记${of.providerName}的模板编号，这些不发短信（各种用途的验证码用“其余各类”的模板）。随时可以改回。`
  },
  call: 'POST /staff/sms/provider',
  input: ({ provider }) => ({ provider }),
  done: (_, { providerName }) => `已改用${providerName}`,
})

type Props = { of: Loaded; kind: Kind; saved: () => void; close: () => void }

/** What to copy into the provider's form, and the number that comes of it. */
function FileTemplate({ of, kind, saved, close }: Props) {
  const { codeLabel, codeSample, reasonLabel, provider } = of
  const save = async ({ templateCode, signature }: Record<string, unknown>) => {
    await browserApi('POST /staff/sms/template/save', {
      provider,
      kind: kind.kind,
      templateCode: String(templateCode ?? '').trim(),
      signature: String(signature ?? '').trim(),
    })
    announce('已登记')
    saved()
  }
  return (
    <FormDialog
      title={`${of.providerName}：${kind.name}`}
      fields={[
        {
          name: 'templateCode',
          label: codeLabel,
          section: '',
          kind: 'text',
          max: 30,
          hint: `审核通过后由服务商给出，如 ${codeSample}；留空则这一类不发短信。`,
        },
        {
          name: 'signature',
          label: '签名',
          section: '',
          kind: 'text',
          max: 20,
          hint: '这一类用另一个签名时填写，不写【】；不填用服务器设置的签名。',
        },
      ]}
      initial={{ templateCode: kind.templateCode, signature: kind.signature }}
      action="登记"
      send={save}
      close={close}
      intro={
        <div className="sms-filing">
          {kind.faults.length > 0 && <Problem>{`先在“消息模板”里改好：${kind.faults.join('；')}`}</Problem>}
          {kind.isOutdated && <p>文字在报备后改过，现在发出的仍是报备的那一版。重新报备得到新编号后再登记。</p>}
          <Copied label={`模板内容（${kind.type}）`} text={kind.text} />
          <Copied label={reasonLabel} text={kind.reason} />
          <Copied label="示例" text={kind.example} />
          {kind.variables.length > 0 && (
            <Table
              caption="变量"
              rows={kind.variables}
              keyOf={({ name }) => name}
              columns={[
                { name: '变量', cell: ({ name, meaning }) => `${name}（${meaning}）` },
                { name: '变量属性', cell: ({ property }) => property },
                { name: '最多', cell: ({ max }) => `${max} 字`, nowrap: true },
                { name: '示例', cell: ({ sample }) => sample },
              ]}
            />
          )}
        </div>
      }
    />
  )
}

/** A text with a button that copies it; where the browser forbids that, it can be selected. */
function Copied({ label, text }: { label: string; text: string }) {
  const copy = () => navigator.clipboard.writeText(text).then(() => announce(`已复制${label}`))
  return (
    <section>
      <h3>
        {label}{' '}
        <Button size="small" onClick={() => void copy()}>
          复制<span className="hidden-text">{label}</span>
        </Button>
      </h3>
      <p className="outbox-text">{text}</p>
    </section>
  )
}
