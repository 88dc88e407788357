import { Alert, Button, Input, Radio } from 'antd'
import { type FormEvent, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { CodeInput } from '#modules/accounts/own/pages/CodeInput.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { lostMessage, pendingMessage } from '../claiming.ts'

type Claim = Output<ApiContract['GET /member/company/claim']>
const labels: Record<string, string> = { contactId: '单位手机', code: '验证码', mailCode: '邮箱验证码' }

/** 待核实: what that means, and the quickest proof: a code to a phone that the association has of the company. */
export function ProveCompany({ claim, done }: { claim: Claim; done: () => void }) {
  if (claim.state === 'none') return null
  if (claim.state === 'lost') return <Alert type="warning" showIcon title="单位未核实" description={lostMessage} />
  return (
    <section className="centre-card">
      <h2>单位待核实：{claim.orgName}</h2>
      <p>{pendingMessage}</p>
      <p>
        {claim.phones.length > 0 ? '三' : '两'}种核实办法，任选一种：
        {claim.phones.length > 0 && '用协会登记的单位手机收验证码，立即生效；'}
        上传盖章的认领函（见下），由协会核对；或打开协会寄发的邀请链接。
      </p>
      {claim.phones.length > 0 && <ProveByPhone phones={claim.phones} done={done} />}
    </section>
  )
}

function ProveByPhone({ phones, done }: { phones: Claim['phones']; done: () => void }) {
  const [contactId, setContactId] = useState(phones[0]!.contactId)
  const [code, setCode] = useState('')
  const [mailCode, setMailCode] = useState('')
  const asking = useSubmit('POST /member/company/claimCode')
  const proving = useSubmit('POST /member/company/prove')
  const [sent, setSent] = useState(false)
  const ask = async () => setSent((await asking.submit({ contactId })) !== undefined)
  const prove = async (event: FormEvent) => {
    event.preventDefault()
    if (await proving.submit({ contactId, code, mailCode })) done()
  }
  return (
    <form className="form" noValidate onSubmit={prove}>
      <ErrorSummary
        errors={proving.fields}
        labelOf={name => labels[name] ?? ''}
        message={proving.error?.message}
        alone
      />
      <Field name="contactId" label={labels.contactId!} required group error={proving.fields.contactId}>
        {described => (
          <Radio.Group {...described} value={contactId} onChange={event => setContactId(event.target.value)}>
            {phones.map(of => (
              <Radio key={of.contactId} value={of.contactId}>
                {of.roleName} {of.phone}
              </Radio>
            ))}
          </Radio.Group>
        )}
      </Field>
      <Field name="code" label={labels.code!} required error={proving.fields.code ?? asking.error?.message}>
        {described => (
          <CodeInput described={described} value={code} onChange={setCode} ask={ask} busy={asking.busy} isSent={sent} />
        )}
      </Field>
      {(mailCode || proving.fields.mailCode) && (
        <Field name="mailCode" label={labels.mailCode!} required error={proving.fields.mailCode}>
          {described => (
            <Input
              {...described}
              value={mailCode}
              onChange={event => setMailCode(event.target.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          )}
        </Field>
      )}
      <p className="form-actions">
        <Button type="primary" htmlType="submit" loading={proving.busy}>
          核实单位
        </Button>
      </p>
    </form>
  )
}
