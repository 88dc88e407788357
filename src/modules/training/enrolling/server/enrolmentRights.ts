import { longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Receivable } from '#modules/ledger/receivables/server/receivables.ts'
import { timeToDecide } from '#modules/review/deadlines.ts'
import type { Application, Schema } from '#modules/review/server/applicationKinds.ts'
import { openParts } from '#modules/review/server/applications.ts'
import { possibleActions } from '#modules/review/workflow.ts'
import { type EnrolmentStatus, isConfirmed } from '#modules/training/enrolmentStatus.ts'
import { passName } from '#modules/training/kinds/eventWords.ts'
import type { EventKind } from '#modules/training/kinds/server/eventKinds.ts'
import { invoiceNames } from '../enrolmentForm.ts'
import { type Course, isBeforeStart, statusByDates } from './enrolmentCourse.ts'
import { mayChangeInvoice } from './enrolmentInvoice.ts'
import type { Registration } from './enrolmentRegister.ts'

type ClockCtx = Pick<Ctx, 'now'>

/** Actions possible for the registrant; none for imported registrations. */
export function rightsOf({ now }: ClockCtx, course: Course, of: Application | null) {
  const isOpen = statusByDates(course, now) === 'open'
  const comes = isBeforeStart(course, now)
  const state = of?.state
  return {
    canEdit:
      (state === 'returned' && comes) ||
      (isOpen && ['draft', 'submitted', 'waiting', 'unpaid'].some(editable => editable === state)),
    canPay: state === 'unpaid',
    canCancel: state !== undefined && possibleActions(state).includes('withdraw'),
    canAccept: state === 'offered' && comes,
  }
}

/** The names of the fields that may be changed now: all that are open, or only those of the invoice. */
export function openFieldsOf(
  ctx: ClockCtx,
  course: Course,
  kept: Registration,
  of: Application | null,
  schema: Schema,
  fee: Receivable | undefined,
) {
  if (!of) return []
  if (rightsOf(ctx, course, of).canEdit) return openParts(of, schema).fields
  return mayChangeInvoice(of, kept, fee) ? [...invoiceNames] : []
}

export const hasTickets = ({ now }: ClockCtx, { ticketsAt }: Course, { status }: Pick<Registration, 'status'>) =>
  ticketsAt !== null && ticketsAt <= now && isConfirmed(status)

type Next = { course: Course; kind: EventKind }
type NextStepFacts = { ahead: number | null; deadline: string | null; hasTickets: boolean }

/** Sentence about the next step and who does it. */
export function nextOf(
  status: EnrolmentStatus,
  { course, kind }: Next,
  { ahead, deadline, hasTickets }: NextStepFacts,
): string {
  const day = deadline && longDay(deadline)
  const by = day ? `请在 ${day} 前` : '请'
  const pass = passName({ hasExam: course.hasExam, words: kind })
  switch (status) {
    case 'draft':
      return '报名表尚未提交，不占名额。填写完整后请提交。'
    case 'submitted':
      return `协会正在审核（${timeToDecide('submitted')} 个工作日内），名额已为您保留；结果以短信或消息告知。`
    case 'waiting':
      return `正在候补，前面还有 ${ahead ?? 0} 人。有了名额会通知您，候补到 ${day} 为止。`
    case 'offered':
      return `有了名额，已为您保留。${by}确认，逾期名额将给下一位。`
    case 'returned':
      return `${by}按意见更正后再次提交，逾期报名失效。`
    case 'unpaid':
      return `${by}缴费并上传汇款凭证，逾期报名失效。`
    case 'paid':
      return '凭证已提交，财务核对到账后即报名成功。'
    case 'confirmed':
      return hasTickets
        ? `报名成功，${pass}可以下载，报到时请出示。`
        : `报名成功，请于 ${course.checkInOn ?? course.startsOn} 报到；${pass}发放后可在此下载。`
    case 'checkedIn':
      return kind.hasHours || kind.hasExam ? '已报到，祝学习顺利。' : '已报到，欢迎参加。'
    case 'finished':
      if (!course.hasExam) return `${kind.noun}已结束。`
      return course.resultsAt ? '已结束，成绩见下。' : '已结束，成绩公布后可在此查看。'
    case 'rejected':
      return '报名不予通过，原因见审核意见；如有疑问，请与协会联系。'
    case 'expired':
      return '因超期未办理已终止，名额已释放；还在报名期内的可以重新报名。'
    case 'refunded':
      return `${kind.fee}已退回。`
    default:
      return '报名已取消，名额已释放；还在报名期内的可以重新报名。'
  }
}
