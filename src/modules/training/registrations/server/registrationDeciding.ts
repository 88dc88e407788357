import type { Output, Parsed } from '#lib/contract.ts'
import { conflict } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decide } from '#modules/review/desk/server/decisions.ts'
import { applicationConflict } from '#modules/review/server/steps.ts'
import type { State } from '#modules/review/workflow.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import type { staffRegistrationContract } from '../contract.ts'
import { findRegistration } from './findRegistration.ts'

type Endpoints = typeof staffRegistrationContract
type Decision = Parsed<Endpoints['POST /staff/training/registration/decide']>
type Payment = Parsed<Endpoints['POST /staff/training/registration/payment']>
type Decided = Output<Endpoints['POST /staff/training/registration/decide']>
type Items = Parsed<Endpoints['POST /staff/training/registration/passMany']>

/** Lets course staff decide on registrations, but on nothing else of the review. */
export const decideRegistration = (ctx: Ctx, decision: Decision): Promise<Decided> =>
  decideIn(ctx, 'submitted', 'staff:review', decision)

/** The money has come, or the slip shows something else. */
export const settlePayment = (ctx: Ctx, decision: Payment): Promise<Decided> =>
  decideIn(ctx, 'paying', 'staff:finance', { ...decision, remarks: [] })

async function decideIn(ctx: Ctx, state: State, permission: string, { id, ...decision }: Decision): Promise<Decided> {
  const { application } = await findRegistration(ctx, id)
  if (!application) throw conflict('这份报名由协会导入，没有需要审核的申请')
  if (application.state !== state) throw await applicationConflict(ctx, application, decision.action)
  await decide(ctx, { ...decision, id: application.id }, [permission])
  const { of } = await findRegistration(ctx, id)
  return { id, status: of.status, statusName: enrolmentStatusNames[of.status] }
}

const bulkDecide =
  (act: (ctx: Ctx, decision: Decision) => Promise<Decided>) =>
  (ctx: Ctx, { items }: Items) => {
    const versions = new Map(items.map(({ id, version }) => [id, version]))
    return bulkApply(ctx, [...versions.keys()], async id => {
      const decision = { id, version: versions.get(id)!, action: 'pass' as const, opinion: '', remarks: [] }
      return (await act(ctx, decision)).statusName
    })
  }

export const registrationDecidingHandlers = {
  'POST /staff/training/registration/decide': decideRegistration,
  'POST /staff/training/registration/payment': settlePayment,
  'POST /staff/training/registration/passMany': bulkDecide(decideRegistration),
  'POST /staff/training/registration/paymentMany': bulkDecide((ctx, { id, version }) =>
    settlePayment(ctx, { id, version, action: 'pass', opinion: '' }),
  ),
} satisfies Partial<Handlers<Endpoints>>
