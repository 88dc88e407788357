import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import '#ui/form/form.css'
import './testSend.css'

type Channel = 'sms' | 'mail'
type Result = { channel: Channel; sent: boolean; message: string }

/** Sends a test text to the user's own phone or a test mail to an address, and shows the provider's answer. */
export function TestSend() {
  const [email, setEmail] = useState('')
  const [result, setResult] = useState<Result>()
  const { submit, busy, error, fields } = useSubmit('POST /staff/outbox/test')
  const id = useId()
  const send = async (channel: Channel) => {
    setResult(undefined)
    const answer = await submit(channel === 'mail' ? { channel, email } : { channel })
    if (answer) setResult({ channel, ...answer })
  }
  return (
    <section className="desk-card test-send" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>试发短信与邮件</h2>
      <p>真的发出一条，看服务商是否接收。每小时最多 5 次，计入发送记录和审计日志。</p>
      <p>
        <Button disabled={busy} onClick={() => void send('sms')}>
          发一条短信到我的手机
        </Button>
      </p>
      <Field name="email" label="收件邮箱" error={fields.email}>
        {described => (
          <Input
            {...described}
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
        )}
      </Field>
      <p>
        <Button disabled={busy} onClick={() => void send('mail')}>
          发一封邮件
        </Button>
      </p>
      <div role="status">
        {error && !fields.email && <Alert type="error" showIcon title={error.message} />}
        {result && <Alert type={result.sent ? 'success' : 'error'} showIcon title={result.message} />}
      </div>
    </section>
  )
}
