import { Button } from 'antd'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { fillIn } from '../placeholders.ts'
import { smsParts } from '../sms.ts'
import type { Template } from './StaffTemplates.tsx'

type Props = { template: Template; wording: { title: string; content: string; sms: string } }

/** As a member gets it, with sample values; and to the own phone or mailbox, to see it there. */
export function PreviewTemplate({ template: { code, placeholders, smsOnly }, wording }: Props) {
  const { submit, busy, error } = useSubmit('POST /staff/template/test')
  const values = Object.fromEntries(placeholders.map(({ name, sample }) => [name, sample]))
  const sms = fillIn(wording.sms, values)
  const send = async (channel: 'sms' | 'mail') => {
    const sent = await submit({ code, channel, ...wording })
    if (sent) announce(`已发往 ${sent.to}`)
  }
  return (
    <section className="template-preview" aria-label="预览">
      <h3>预览（示例值）</h3>
      <b>{fillIn(wording.title, values)}</b>
      {!smsOnly && <p>{fillIn(wording.content, values)}</p>}
      {sms && (
        <>
          <b>
            短信：{sms.length} 字，按 {smsParts(sms)} 条计费
          </b>
          <p>{sms}</p>
        </>
      )}
      <p className="form-actions">
        {sms && (
          <Button loading={busy} onClick={() => void send('sms')}>
            发短信给自己
          </Button>
        )}
        <Button loading={busy} onClick={() => void send('mail')}>
          发邮件给自己
        </Button>
      </p>
      <Problem>{error?.message}</Problem>
    </section>
  )
}
