import type { ApiContract } from '#api/contract.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FormField, FormValues, Option } from '#lib/form/form.ts'
import { enrolmentStateCodes, enrolmentStateNames } from '../audienceWords.ts'

export type Choices = Pick<
  Output<ApiContract['GET /staff/mailing/audience']>,
  'audiences' | 'levels' | 'trades' | 'courses'
>
/** Rows of a register that were picked out; `begin`: what stands in the form at first, as the audience that narrows them. */
export type ChosenRecipients = { register: string; ids: readonly number[]; begin?: FormValues }
type Audience = Input<ApiContract['GET /staff/mailing/audience']>

/** Default audience. */
export const DEFAULT_AUDIENCE = 'members'

/** Enrolment filter of a course: everybody who has a place. */
export const ANY_ENROLMENT = 'all'

const kinds = [
  { code: 'organisation', name: '单位会员' },
  { code: 'person', name: '个人会员' },
]
const to = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '对象',
  kind: 'choice',
  ...more,
})
const choice = (name: string, label: string, options: readonly Option[]) =>
  to(name, label, { options, hint: '不选为全部' })

/** Filter fields of each audience. */
const narrowing = ({ levels, trades, courses }: Choices): Record<string, FormField[]> => ({
  members: [
    choice('kind', '会员类别', kinds),
    choice('levelCode', '级别', levels),
    to('provinceCode', '地区', { kind: 'province' }),
    ...(trades.length > 0 ? [choice('trade', '行业', trades)] : []),
    to('unpaid', '会费', { kind: 'choices', options: [{ code: '1', name: '只发给有会费未缴的' }] }),
  ],
  expiring: [to('days', '多少天内到期', { kind: 'number', min: 1, max: 366, required: true })],
  course: [
    to('courseId', '培训班', { options: courses, required: true }),
    to('standing', '哪些人', {
      options: [
        { code: ANY_ENROLMENT, name: '全部占名额的' },
        ...enrolmentStateCodes.map(code => ({ code, name: enrolmentStateNames[code] })),
      ],
    }),
  ],
})

const message = (placeholders: string): FormField[] => [
  { name: 'title', label: '标题', section: '消息', kind: 'text', max: 60, required: true },
  {
    name: 'content',
    label: '站内消息',
    section: '消息',
    kind: 'paragraph',
    max: 1000,
    required: true,
    hint: `可以用占位符：${placeholders}`,
  },
  {
    name: 'sms',
    label: '短信要点',
    section: '消息',
    kind: 'text',
    max: 35,
    hint: '最多 35 个字，不写网址和电话，如“年会改到 12 月 20 日”；发出时为“协会通知：……请登录会员中心查看全文”。留空则不发短信',
  },
  {
    name: 'mail',
    label: '邮件',
    section: '消息',
    kind: 'choices',
    options: [{ code: '1', name: '同时发邮件（内容与站内消息相同）' }],
  },
  { name: 'at', label: '定时发送', section: '消息', kind: 'moment', hint: '北京时间；留空为立即发送' },
]

export const fieldsOf = (choices: Choices, placeholders: string, audience: string, isChosen: boolean): FormField[] => [
  ...(isChosen ? [] : [to('audience', '发给谁', { options: choices.audiences, required: true })]),
  ...(isChosen && audience === DEFAULT_AUDIENCE ? [] : (narrowing(choices)[audience] ?? [])),
  ...message(placeholders),
]

const isTicked = (value: FormValues[string] | undefined) => Array.isArray(value) && value.length > 0
const code = (value: FormValues[string] | undefined) => (value ? String(value) : undefined)
const number = (value: FormValues[string] | undefined) => (value ? Number(value) : undefined)

/** Builds the audience of the call from the form and the rows selected in a register. */
export function audienceIn(values: FormValues, chosen: ChosenRecipients | undefined): Audience {
  const audience = code(values.audience) ?? DEFAULT_AUDIENCE
  const picked = chosen && { register: chosen.register, ids: chosen.ids.join(',') }
  if (audience === 'expiring') return { ...picked, audience, days: number(values.days) }
  if (picked) return picked
  if (audience === 'course')
    return {
      audience,
      courseId: number(values.courseId),
      standing: enrolmentStateCodes.find(code => code === values.standing),
    }
  return {
    audience,
    kind: values.kind === 'person' ? 'person' : values.kind === 'organisation' ? 'organisation' : undefined,
    levelCode: number(values.levelCode),
    provinceCode: code(values.provinceCode),
    trade: code(values.trade),
    unpaid: isTicked(values.unpaid) ? '1' : undefined,
  }
}

export const textsIn = (values: FormValues) => ({
  title: String(values.title ?? ''),
  content: String(values.content ?? ''),
  sms: String(values.sms ?? ''),
})
export const isMailed = (values: FormValues) => isTicked(values.mail)
/** The browser's own field says it by the clock of Shanghai, without saying so. */
export const momentIn = ({ at }: FormValues) => (at ? `${String(at).slice(0, 16)}:00+08:00` : null)
