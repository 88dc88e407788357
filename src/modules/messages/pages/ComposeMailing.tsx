import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'
import { costWords, smsParts } from '../sms.ts'

const kinds = [
  { code: 'organisation', name: '单位会员' },
  { code: 'person', name: '个人会员' },
]
type Levels = { code: number; name: string }[]

const fieldsOf = (levels: Levels): FormField[] => [
  { name: 'kind', label: '会员类别', section: '对象', kind: 'choice', options: kinds, hint: '不选为全部' },
  {
    name: 'levelCode',
    label: '级别',
    section: '对象',
    kind: 'choice',
    options: levels.map(({ code, name }) => ({ code: String(code), name })),
  },
  { name: 'provinceCode', label: '地区', section: '对象', kind: 'province' },
  {
    name: 'unpaid',
    label: '会费',
    section: '对象',
    kind: 'choices',
    options: [{ code: '1', name: '只发给有会费未缴的' }],
  },
  { name: 'title', label: '标题', section: '消息', kind: 'text', max: 60, required: true },
  { name: 'content', label: '站内消息', section: '消息', kind: 'paragraph', max: 1000, required: true },
  { name: 'sms', label: '短信', section: '消息', kind: 'paragraph', max: 300, hint: '留空则不发短信' },
  {
    name: 'mail',
    label: '邮件',
    section: '消息',
    kind: 'choices',
    options: [{ code: '1', name: '同时发邮件（内容与站内消息相同）' }],
  },
]

const isTicked = (value: FormValues[string] | undefined) => Array.isArray(value) && value.length > 0

/** Rows of a register that were picked out. */
export type ChosenRecipients = { register: string; ids: readonly number[] }

const audienceOf = ({ kind, levelCode, provinceCode, unpaid }: FormValues) => ({
  kind: (kind || undefined) as 'organisation' | undefined,
  levelCode: levelCode ? Number(levelCode) : undefined,
  provinceCode: provinceCode ? String(provinceCode) : undefined,
  unpaid: isTicked(unpaid) ? ('1' as const) : undefined,
})

type Props = { chosen?: ChosenRecipients; close: () => void; sent: () => void }

/** A message to many: to whom, how many that are, and the words. */
export function ComposeMailing({ chosen, close, sent }: Props) {
  const toWhom = (values: FormValues) =>
    chosen ? { register: chosen.register, ids: chosen.ids.join(',') } : audienceOf(values)
  const [typed, setTyped] = useState<FormValues>({})
  const answer = useApi('GET /staff/mailing/audience', toWhom(typed))
  const people = answer.data?.people ?? 0
  const sms = String(typed.sms ?? '')
  const send = async (values: FormValues) => {
    await browserApi('POST /staff/mailing/send', {
      ...toWhom(values),
      title: String(values.title ?? ''),
      content: String(values.content ?? ''),
      sms: String(values.sms ?? ''),
      mail: isTicked(values.mail),
      expected: people,
    })
    announce('已开始群发')
    sent()
  }
  return (
    <FormDialog
      title="写群发消息"
      fields={fieldsOf(answer.data?.levels ?? []).filter(({ section }) => !chosen || section !== '对象')}
      action={`发给 ${people} 个账号`}
      disabled={people === 0 || answer.loading}
      onChange={setTyped}
      send={send}
      close={close}
    >
      <States answer={answer} lines={1}>
        {({ people, phones, mails, words, textPrice }) => (
          <p role="status">
            <b>
              {words}：{people} 个账号
            </b>
            ，其中 {phones} 个有手机号，{mails} 个有邮箱。
            {sms &&
              `短信 ${sms.length} 字，每人 ${smsParts(sms)} 条，共约 ${phones * smsParts(sms)} 条${costWords(phones * smsParts(sms), textPrice)}。`}
          </p>
        )}
      </States>
    </FormDialog>
  )
}
