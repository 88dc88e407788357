import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { type FormField, type FormRow, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { type Means, meansNames } from '#modules/ballots/ballotWords.ts'
import { defineAct } from '#ui/act/Acts.tsx'
import { type VoteWay, voteWayNames } from '../meetingWords.ts'
import type { Meeting } from './StaffMeeting.tsx'

export type Motions = Output<ApiContract['GET /staff/meeting/votes']>
export type Motion = Motions['list'][number]
export type Base = Output<ApiContract['GET /staff/meeting/vote/base']>['list']
export type AgendaItem = Meeting['agenda'][number]
export type EffectForms = Output<ApiContract['GET /staff/meeting/effects']>['list']

const field = fieldsIn('')
const said = (row: FormRow, name: string) => String(row[name] ?? '')

/** `base`: seats that can vote now. */
type Opening = { of: Meeting; items: readonly AgendaItem[]; base: Base }

/** Ways that the rule of the meeting leaves open. */
function waysOf({ rule, isWritten }: Meeting) {
  if (rule?.vote?.ballot === 'secret') return optionsOf(voteWayNames).filter(({ code }) => code === 'secret')
  return optionsOf(voteWayNames).filter(({ code }) => code !== 'hands' || !isWritten)
}

const openFields = ({ of, base }: Opening, { way }: FormValues): FormField[] => [
  field('way', '表决方式', { kind: 'choice', required: true, options: waysOf(of) }),
  ...(way === 'secret'
    ? [
        field('means', '参加方式', {
          kind: 'choices',
          required: true,
          options: optionsOf(meansNames),
          hint: '网上的须先设计票员的密钥，在“投票”中由两人开始；没有登录账号的席位用纸质选票',
        }),
      ]
    : []),
  field('recused', '回避的席位', {
    kind: 'rows',
    max: 1000,
    hint: '不计入基数，也不表决；没有的不填',
    columns: [
      field('seatId', '席位', {
        kind: 'choice',
        required: true,
        options: base.map(({ seatId, name }) => ({ code: String(seatId), name })),
      }),
      field('reason', '原因', { required: true, max: 100 }),
    ],
  }),
]

/** Acts on the vote of a motion, each with what it brings about. */
export const openMotion = defineAct<Opening>()({
  name: '开始表决',
  isMain: true,
  title: ({ items }) => (items.length === 1 ? `表决“${items[0]!.title}”` : `表决 ${items.length} 项议题`),
  confirm: ({ of, base }) =>
    of.isWritten
      ? `应到 ${base.length} 席都可以表决，直至截止。记名的随即以消息和短信告知各席；此后截止时间不能再改。`
      : `此刻可以表决的 ${base.length} 席（含受托）定为这次表决的基数；此后到会、离会的只影响后面的议题。不另发消息。`,
  fields: openFields,
  initial: ({ of }) => ({
    way: waysOf(of).length === 1 ? waysOf(of)[0]!.code : of.isWritten ? 'named' : 'hands',
    means: ['online'],
    recused: [],
  }),
  call: 'POST /staff/meeting/vote/open',
  sends: true,
  input: ({ of, items }, values) => ({
    id: of.id,
    version: of.version,
    itemIds: items.map(({ itemId }) => itemId),
    way: (values.way || 'hands') as VoteWay,
    means: values.way === 'secret' ? ((values.means ?? []) as Means[]) : ['online'],
    recused: ((values.recused ?? []) as FormRow[]).map(row => ({
      seatId: Number(said(row, 'seatId')),
      reason: said(row, 'reason'),
    })),
  }),
  done: '已开始表决',
})

const countFields = [
  field('yes', '同意', { kind: 'number', required: true, min: 0, max: 999_999, unit: '票' }),
  field('no', '反对', { kind: 'number', required: true, min: 0, max: 999_999, unit: '票' }),
  field('abstained', '弃权', { kind: 'number', required: true, min: 0, max: 999_999, unit: '票' }),
]

export const closeMotion = defineAct<Motion>()({
  name: '结束表决',
  isMain: true,
  confirm: ({ way, base, voted, voters }) =>
    way === 'hands'
      ? `基数：${base}。结束以后不能再改票数；有误的作废后重新表决。`
      : `基数：${base}。已表决 ${voted ?? 0} 席，未投 ${voters - (voted ?? 0)} 席。结束以后不再收票，随即得出结果。`,
  fields: ({ way }) => (way === 'hands' ? countFields : []),
  initial: () => ({ no: 0, abstained: 0 }),
  call: 'POST /staff/meeting/vote/close',
  input: ({ voteId, way }, { yes, no, abstained }) => ({
    voteId,
    ...(way === 'hands' && { counts: { yes: Number(yes), no: Number(no), abstained: Number(abstained) } }),
  }),
  done: (_, { result }) => result,
})

export const voidMotion = defineAct<Motion>()({
  name: '作废表决',
  isDanger: true,
  confirm: ({ state }) =>
    `${state === 'open' ? '已投的票不再计' : '这个结果不再算数'}，记录保留；议题可以撤回，也可以再次表决。不另发消息。`,
  fields: [reasonField('留在会议的表决记录中')],
  call: 'POST /staff/meeting/vote/void',
  input: ({ voteId }, { reason }) => ({ voteId, reason: String(reason ?? '') }),
  done: '已作废，可以再次表决',
})

/** Prepares what happens once a motion has passed. The fields are those of the kind that is chosen. */
export const prepareEffect = defineAct<{ item: AgendaItem; forms: EffectForms }>()({
  name: '通过后办理',
  title: ({ item }) => `“${item.title}”通过后办理`,
  confirm: '会议记录为通过时随即生效，不通过则不办；记录撤回的，一并撤回。会费调整须另一位同事同意。',
  fields: ({ forms }, { kind }) => {
    const form = forms.find(one => one.kind === kind)
    return [
      field('kind', '办理的事项', {
        kind: 'choice',
        required: true,
        options: forms.map(({ kind, name }) => ({ code: kind, name })),
        ...(form && { hint: form.hint }),
      }),
      ...(form?.fields ?? []),
    ]
  },
  initial: ({ forms }) => ({ kind: forms.length === 1 ? forms[0]!.kind : '' }),
  call: 'POST /staff/meeting/effect',
  input: ({ item }, { kind, ...form }) => ({ itemId: item.itemId, kind: String(kind ?? ''), form }),
  done: (_, { sentences }) => `已准备：${sentences.join('；')}`,
})

export const removeEffect = defineAct<AgendaItem>()({
  name: '取消通过后办理',
  confirm: '议题仍可表决；通过以后不再自动办理，须另行办理。',
  call: 'POST /staff/meeting/effect/remove',
  input: ({ itemId }) => ({ itemId }),
  done: '已取消',
})

export const reopenMeeting = defineAct<Meeting>()({
  name: '撤回会议记录',
  isDanger: true,
  confirm: ({ agenda }) => {
    const done = agenda.flatMap(({ effect }) => (effect?.isDone ? effect.sentences : []))
    return `会议回到已召开，可以重新记录。${done.length > 0 ? `随通过办理的一并撤回：${done.join('；')}。` : ''}决定了申请的会议不能撤回。撤回会费调整的，告知收费人员。`
  },
  fields: [reasonField('记入审计日志')],
  call: 'POST /staff/meeting/reopen',
  input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
  done: '已撤回，会议回到已召开',
})
