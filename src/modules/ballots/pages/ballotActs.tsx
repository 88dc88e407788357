import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
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
    confirm: '没有参加的投票人各得到一个新口令，原来的口令失效。',
    call: 'POST /staff/ballot/remind',
    sends: true,
    input: ({ id }) => ({ id }),
    done: (_, { voters }) => `已提醒 ${voters} 人`,
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

export function possibleActs({ state, means }: BallotDetail): (keyof typeof ballotActs)[] {
  if (state === 'draft') return ['open', 'remove']
  if (state === 'open') return means.includes('online') ? ['close', 'remind', 'void'] : ['close', 'void']
  return state === 'closed' || state === 'counted' ? ['void'] : []
}
