import { eq } from 'drizzle-orm'
import type { Input, Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { calls } from '#lib/server/api/apiCalls.ts'
import { signedInActor } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { refund } from '#modules/ledger/server/tables.ts'
import { type CaseAct, type CasePage, defineLinkedCase } from '#modules/messages/server/caseLinks.ts'
import type { refundContract } from '../contract.ts'
import { ACCEPTED, acceptWords, DECLINE_WORDS, DECLINED, payeeOf, sumOf } from '../refundActWords.ts'

type Endpoints = typeof refundContract
type Detail = Output<Endpoints['GET /staff/refund/detail']>

/** A refund that a payer requested, accepted or refused from the message of the request. */
defineLinkedCase('refund', {
  stageOf: async ({ db }, id) => {
    const [of] = await db.select().from(refund).where(eq(refund.id, id))
    return of && `${of.state} ${of.version}`
  },
  lastStep: async ({ db }, id) => {
    const [of] = await db.select().from(refund).where(eq(refund.id, id))
    const accepted = of?.askedBy ? { id: of.askedBy, at: of.askedAt } : undefined
    const last = of?.decidedBy && of.decidedAt ? { id: of.decidedBy, at: of.decidedAt } : accepted
    if (!last) return
    const [by] = await db.select({ name: account.displayName }).from(account).where(eq(account.id, last.id))
    return { by: by!.name, at: last.at }
  },
  read: async (ctx, id) => {
    const of = (await calls().call(ctx, 'GET /staff/refund/detail' as never, { id } as never)) as Detail
    const mayMove = signedInActor(ctx).permissions.includes('staff:finance')
    const acts = mayMove && of.state === 'requested' ? [accept(of), decline(of)] : []
    return {
      kindName: '退款',
      title: `${of.payer} 退款 ${sumOf(of)}`,
      stateName: of.stateName,
      facts: factsOf(of),
      sections: [],
      files: [],
      acts,
      hindrance: acts.length > 0 ? '' : mayMove ? `这笔退款${of.stateName}，不必受理` : '您没有办理退款的权限',
      seen: String(of.version),
    }
  },
})

const factsOf = (of: Detail): CasePage['facts'] =>
  [
    { label: '款项', text: `${of.kindName}：${of.about}` },
    { label: '编号', text: of.number },
    { label: '实收', text: `${formatYuan(of.received)} 元` },
    { label: '申请退款', text: sumOf(of) },
    { label: '按规则', text: of.ruleAmount === null ? '' : `${formatYuan(of.ruleAmount)} 元，${of.ruleReason}` },
    { label: '原因', text: of.reason },
    { label: '退往', text: payeeOf(of) },
    { label: '申请', text: `${of.askedName} ${of.askedTime.slice(0, 10)}` },
    { label: '答复期限', text: of.examineBy ?? '' },
  ].filter(({ text }) => text)

const accept = (of: Detail): CaseAct => ({
  code: 'accept',
  name: '受理',
  tone: 'main',
  consequence: `${acceptWords(of)}要改变金额的，请登录工作后台办理。`,
  reason: 'none',
  reasonLabel: '',
  maxReason: 0,
  reasons: [],
  exceptions: [],
  callFor: () => ({
    key: 'POST /staff/refund/accept',
    input: { id: of.id, version: of.version, amount: of.amount } satisfies Input<
      Endpoints['POST /staff/refund/accept']
    >,
  }),
  done: ACCEPTED,
})

const decline = (of: Detail): CaseAct => ({
  code: 'decline',
  name: '驳回',
  tone: 'danger',
  consequence: DECLINE_WORDS,
  reason: 'required',
  reasonLabel: '原因，缴费人会看到',
  maxReason: 200,
  reasons: [],
  exceptions: [],
  callFor: ({ reason }) => ({
    key: 'POST /staff/refund/refuse',
    input: { id: of.id, version: of.version, reason } satisfies Input<Endpoints['POST /staff/refund/refuse']>,
  }),
  done: DECLINED,
})
