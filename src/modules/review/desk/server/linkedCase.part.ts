import { desc, eq } from 'drizzle-orm'
import type { Input, Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { calls } from '#lib/server/api/apiCalls.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type CaseAct, type CasePage, defineLinkedCase } from '#modules/messages/server/caseLinks.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import type { caseContract, Decision } from '../caseContract.ts'
import { decisionCallOf, decisionName } from '../decisionWords.ts'

type Endpoints = typeof caseContract
type Case = Output<Endpoints['GET /staff/review/detail']>
type Reasons = Output<Endpoints['GET /staff/review/reasons']>

/** An application, decided from the message that it has come to a desk. */
defineLinkedCase('application', {
  stageOf: async ({ db }, id) => {
    const { state, revision } = application
    const [of] = await db.select({ state, revision }).from(application).where(eq(application.id, id))
    return of && `${of.state} ${of.revision}`
  },
  lastStep: async ({ db }, id) => {
    const [last] = await db
      .select({ by: applicationEvent.actorName, at: applicationEvent.at })
      .from(applicationEvent)
      .where(eq(applicationEvent.applicationId, id))
      .orderBy(desc(applicationEvent.id))
      .limit(1)
    return last
  },
  read: async (ctx, id) => {
    const of = (await ask(ctx, 'GET /staff/review/detail', { id })) as Case
    const reasons = (await ask(ctx, 'GET /staff/review/reasons', { id })) as Reasons
    return {
      kindName: of.kindName,
      title: of.title,
      stateName: of.statusName,
      facts: factsOf(of),
      sections: sectionsOf(of),
      files: filesOf(of),
      acts: of.canDo.map(action => actOf(of, reasons, action)),
      hindrance: of.canDo.length > 0 ? '' : (of.hindrance ?? `该申请${of.statusName}，不由您的岗位处理`),
      seen: String(of.version),
    }
  },
})

const ask = (ctx: Ctx, key: keyof Endpoints, input: object) => calls().call(ctx, key as never, input as never)

const factsOf = (of: Case): CasePage['facts'] => [
  ...(of.number ? [{ label: '编号', text: of.number }] : []),
  ...(of.payment ? [{ label: '应缴', text: `${formatYuan(of.payment.amount)} 元` }, ...of.payment.facts] : []),
  ...(of.meeting ? [{ label: '会议表决', text: of.meeting.rule }] : []),
  ...(of.deadline ? [{ label: '办理期限', text: of.deadline, isBad: of.overdue }] : []),
]

/** The conditions, the register and what the form asks first are open; the rest of it, which is long, is folded. */
const sectionsOf = (of: Case): CasePage['sections'] => [
  ...of.aside.map(({ title, facts }) => ({ title, isOpen: true, facts })),
  ...[...new Set(of.form.map(({ section }) => section))].map((section, i) => ({
    title: section || '申请表',
    isOpen: i === 0,
    facts: of.form.flatMap(one =>
      one.section === section && one.text
        ? [{ label: one.label, text: one.before === null ? one.text : `${one.text}（上次为：${one.before || '空'}）` }]
        : [],
    ),
  })),
  {
    title: '办理记录',
    isOpen: false,
    facts: of.timeline.map(({ actionName, actorName, opinion, at }) => ({
      label: `${actorName} ${at.slice(0, 10)}`,
      text: [actionName, opinion].filter(Boolean).join('：'),
    })),
  },
]

const filesOf = ({ payment, materials }: Case): CasePage['files'] => {
  const slots = [
    ...(payment?.slip ? [{ name: '汇款凭证', files: [payment.slip] }] : []),
    ...materials.map(({ name, files }) => ({ name, files })),
  ]
  return slots.flatMap(slot => slot.files.map(({ id, name, size }) => ({ id, name, size, of: slot.name })))
}

function actOf(of: Case, { consequences, exceptions, ...reasons }: Reasons, action: Decision): CaseAct {
  const { id, version } = of
  const name = decisionName(of.status, action)
  return {
    code: action,
    name: of.meeting && action === 'pass' ? '不经会议直接通过' : name,
    tone: action === 'pass' ? 'main' : action === 'reject' ? 'danger' : 'plain',
    consequence: consequences[action],
    reason: action === 'pass' ? 'optional' : 'required',
    reasonLabel: action === 'pass' ? '意见' : '理由，申请人会看到',
    maxReason: 1000,
    reasons: reasons[action].slice(0, MAX_REASONS),
    exceptions: action === 'pass' ? exceptions : [],
    callFor: ({ reason, exceptionReason }) => ({
      key: decisionCallOf(of.status),
      input: { id, version, action, opinion: reason, exceptionReason } satisfies Input<
        Endpoints['POST /staff/review/decide']
      >,
    }),
    done: `${name}：${of.title}`,
  }
}

/** Reasons to choose from on a small screen. */
const MAX_REASONS = 4
