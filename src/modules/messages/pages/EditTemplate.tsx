import { Button, Drawer, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fillIn } from '#lib/placeholders.ts'
import { fieldId } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { useRemoveParameter } from '#ui/table/useRemoveParameter.ts'
import { smsParts } from '../sms.ts'
import type { Template } from './StaffTemplates.tsx'

type Props = { templates: Template[]; reload: () => void }

/** Edits one template beside the list; the address says which. */
export function EditTemplate({ templates, reload }: Props) {
  const [query] = useSearchParams()
  const code = query.get('template')
  const template = templates.find(one => one.code === code)
  const close = useRemoveParameter('template')
  return (
    <Drawer
      title={template ? `${template.group}：${template.name}` : '消息模板'}
      open={template !== undefined}
      onClose={close}
      size="min(46rem, 100vw)"
      destroyOnHidden
    >
      {template && <Editing key={template.code} template={template} reload={reload} close={close} />}
    </Drawer>
  )
}

const fieldsOf = ({ hasSms, smsOnly, mandatory }: Template): FormField[] => [
  { name: 'title', label: '标题', section: '', kind: 'text', max: 60, required: true },
  ...(smsOnly
    ? []
    : [
        {
          name: 'content',
          label: '站内消息',
          section: '',
          kind: 'paragraph' as const,
          max: 1000,
          required: true,
        },
      ]),
  ...(hasSms
    ? [
        {
          name: 'sms',
          label: '短信',
          section: '',
          kind: 'paragraph' as const,
          max: 300,
          required: mandatory,
          hint: `${mandatory ? '必须告知的内容，收件人不能关闭' : '留空则不发短信'}；改过的文字要向短信服务商重新报备（见“短信模板”），此前仍发报备的那一版`,
        },
      ]
    : []),
]

const wordsOf = ({ title, content, sms }: FormValues) => ({
  title: String(title ?? ''),
  content: String(content ?? ''),
  sms: String(sms ?? ''),
})

function Editing({ template, reload, close }: { template: Template; reload: () => void; close: () => void }) {
  const { code, title, content, sms, version, isChanged } = template
  const reset = useSubmit('POST /staff/template/reset')
  const save = async (typed: FormValues, against: string | undefined) => {
    await browserApi('POST /staff/template/save', { code, version: Number(against), ...wordsOf(typed) })
    announce('已保存，从下一条消息起生效')
    reload()
    close()
  }
  const restore = async () => {
    if (!(await reset.submit({ code, version }))) return reload()
    announce('已恢复默认文字')
    reload()
    close()
  }
  return (
    <>
      <RecordForm
        fields={fieldsOf(template)}
        values={{ title, content, sms }}
        version={String(version)}
        save={save}
        reload={reload}
        onCancel={close}
      >
        {(typed, change) => (
          <>
            <Placeholders template={template} typed={typed} change={change} />
            <PreviewTemplate template={template} wording={wordsOf(typed)} />
          </>
        )}
      </RecordForm>
      {isChanged && (
        <p className="form-actions">
          <Button loading={reset.busy} onClick={() => void restore()}>
            恢复默认文字
          </Button>
        </p>
      )}
      <Problem>{reset.error?.message}</Problem>
    </>
  )
}

type Inserting = { template: Template; typed: FormValues; change: (values: FormValues) => void }
type Place = 'title' | 'content' | 'sms'
const placesOf = ({ hasSms, smsOnly }: Template): { value: Place; label: string }[] => [
  { value: 'title', label: '标题' },
  ...(smsOnly ? [] : [{ value: 'content' as const, label: '站内消息' }]),
  ...(hasSms ? [{ value: 'sms' as const, label: '短信' }] : []),
]

/** Buttons for the placeholders; each inserts one at the cursor of the last focused field. */
function Placeholders({ template, typed, change }: Inserting) {
  const [place, setPlace] = useState<Place>(template.smsOnly ? 'sms' : 'content')
  const insert = (name: string) => {
    const field = document.getElementById(fieldId(place)) as HTMLTextAreaElement | null
    const text = String(typed[place] ?? '')
    const [from, to] = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length]
    change({ ...typed, [place]: `${text.slice(0, from)}{${name}}${text.slice(to)}` })
  }
  return (
    <fieldset className="placeholders">
      <legend>插入占位符到</legend>
      <Select aria-label="插入到哪里" value={place} onChange={setPlace} options={placesOf(template)} />
      {template.placeholders.map(({ name, sample }) => (
        <Button key={name} onClick={() => insert(name)} title={sample && `例如 ${sample}`}>
          {`{${name}}`}
        </Button>
      ))}
    </fieldset>
  )
}

type PreviewTemplateProps = { template: Template; wording: { title: string; content: string; sms: string } }

/** Preview with sample values, and test sending to the editor's own phone or mailbox. */
function PreviewTemplate({ template: { code, placeholders, smsOnly }, wording }: PreviewTemplateProps) {
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
