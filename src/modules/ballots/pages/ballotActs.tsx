import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { minute, momentOfField } from '#lib/dates.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { defineAct } from '#ui/act/Acts.tsx'
import { totalUnits } from './ballotTexts.ts'

export type BallotDetail = Output<ApiContract['GET /staff/ballot/detail']>

const act = defineAct<BallotDetail>()
const seen = ({ id, version }: BallotDetail) => ({ id, version })
const reasonIn = ({ reason }: FormValues) => String(reason ?? '')

/** Acts on a ballot, each with what it brings about. */
export const ballotActs = {
  open: act({
    name: '开始投票',
    isMain: true,
    confirm: ({ roll, means }) =>
      `名单（${roll.voters} 人${totalUnits(roll)}）、问题、时间和方式从此不能修改。` +
      (means.includes('online')
        ? `网上投票的投票人收到口令${roll.unreachable > 0 ? `，其中 ${roll.unreachable} 人既没有手机也没有账号，收不到` : ''}。`
        : '') +
      '须由另一位同事同意。',
    call: 'POST /staff/ballot/open',
    sends: true,
    input: seen,
    done: '已开始投票',
  }),
  remind: act({
    name: '提醒未参加的',
    confirm: ({ letters }) =>
      `没有参加的投票人各得到一个新口令，原来的口令失效。${letters > 0 ? `拿着口令信的 ${letters} 人不提醒：口令在信里。` : ''}`,
    call: 'POST /staff/ballot/remind',
    sends: true,
    input: ({ id }) => ({ id }),
    done: (_, { voters }) => `已提醒 ${voters} 人`,
  }),
  extend: act({
    name: '延长',
    confirm: ({ closesAt }) =>
      `现在截止于 ${minute(closesAt)}。只能改晚，不能提前；截止以后不能再延长。名单上的人，投过的和没有投的，都收到消息和原因，选票页也写明。须由另一位同事在截止以前同意。`,
    fields: [
      { name: 'closesAt', label: '延长到', section: '', kind: 'moment', required: true },
      reasonField('投票人会看到'),
    ],
    initial: ({ closesAt }) => ({ closesAt }),
    call: 'POST /staff/ballot/extend',
    sends: true,
    input: (of, values) => ({ ...seen(of), closesAt: momentOfField(values.closesAt), reason: reasonIn(values) }),
    done: '截止时间已延长',
  }),
  paperTellers: act({
    name: '请会员计票',
    title: ({ title }) => `请会员担任纸质选票的计票员：${title}`,
    confirm:
      '两份计数须由两个人各自登录填写，可以是会员，也可以是同事。这里指定会员：新指定的在会员中心收到消息，截止以后在“投票”中填写；同事不用指定。',
    fields: [
      {
        name: 'tellers',
        label: '会员的登录名',
        section: '',
        kind: 'rows',
        max: 9,
        columns: [{ name: 'userName', label: '登录名', section: '', kind: 'text', required: true, max: 40 }],
      },
    ],
    initial: ({ paperTellers }) => ({ tellers: paperTellers.map(({ userName }) => ({ userName })) }),
    call: 'POST /staff/ballot/paperTellers',
    input: (of, values) => ({
      ...seen(of),
      userNames: ((values.tellers ?? []) as FormRow[]).map(({ userName }) => String(userName ?? '').trim()),
    }),
    done: '计票员已指定',
  }),
  close: act({
    name: '截止',
    isMain: true,
    confirm: ({ roll, received, closesAt }) =>
      `已参加 ${roll.online + roll.paper} 人，收到网上选票 ${received} 张。截止以后不再收票，也不能再开。` +
      (Date.now() < Date.parse(closesAt) ? '现在还没有到截止时间。' : ''),
    fields: ({ closesAt }) => (Date.now() < Date.parse(closesAt) ? [reasonField('提前截止的原因，记入审计日志')] : []),
    call: 'POST /staff/ballot/close',
    input: (of, values) => ({ ...seen(of), reason: reasonIn(values) }),
    done: '已截止',
  }),
  void: act({
    name: '作废',
    isDanger: true,
    confirm: '这次投票不再有结果，收到的票留存。不能恢复，须由另一位同事同意。投票人在选票页上读到作废；不另发消息。',
    fields: [reasonField('投票人会看到')],
    call: 'POST /staff/ballot/void',
    input: (of, values) => ({ ...seen(of), reason: reasonIn(values) }),
    done: '已作废',
  }),
  remove: act({
    name: '删除草稿',
    isDanger: true,
    confirm: '草稿连同名单一并删除，不能恢复。',
    call: 'POST /staff/ballot/remove',
    input: seen,
    done: '已删除',
  }),
}

export function possibleActs({ state, means, closesAt }: BallotDetail): (keyof typeof ballotActs)[] {
  const paper = means.includes('paper') ? (['paperTellers'] as const) : []
  if (state === 'draft') return ['open', ...paper, 'remove']
  if (state === 'closed') return [...paper, 'void']
  if (state !== 'open') return state === 'counted' ? ['void'] : []
  const isTaking = Date.now() < Date.parse(closesAt)
  return [
    'close',
    ...(means.includes('online') && isTaking ? (['remind'] as const) : []),
    ...(isTaking ? (['extend'] as const) : []),
    ...paper,
    'void',
  ]
}
