import { and, asc, eq } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { maskName } from '#lib/mask.ts'
import { shareOfAmount, sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { RefundPart, RefundTerms } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { cancelRegistration } from '#modules/training/courseDesk/server/courseCancelling.ts'
import { type Course, isBeforeStart, readEnrolmentCourse } from '#modules/training/enrolling/server/enrolmentCourse.ts'
import { readFee } from '#modules/training/enrolling/server/enrolmentFee.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { offerPlaces } from '#modules/training/enrolling/server/waitingList.ts'
import { enrolmentStatusNames } from '#modules/training/enrolmentStatus.ts'
import { refundDeadlines, refundLines, refundPercentOn } from '#modules/training/refundRule.ts'
import { findRegistration } from '#modules/training/registrations/server/findRegistration.ts'
import { namedRegistration } from '#modules/training/registrations/server/registrationPeople.ts'
import { lockNewest, writeRegistration } from '#modules/training/registrations/server/registrationWriting.ts'
import { participant } from '#modules/training/server/tables.ts'

/** What the payer of an enrolment may ask back: by the course's rule, before the course begins. */
export async function refundTerms(ctx: Ctx, id: number): Promise<RefundTerms> {
  const { of } = await findRegistration(ctx, id)
  const { course } = await readEnrolmentCourse(ctx, of.courseId)
  const text = [
    course.refundRule,
    ...refundLines(refundDeadlines(course.refundSteps, course.startsOn)).map(line => `${line}。`),
  ]
    .filter(Boolean)
    .join('\n')
  const people = mayGiveUp(ctx, course, of) ? await sharesOf(ctx, of) : []
  const isRefundDue = (await readFee(ctx, of))?.isRefundDue ?? false
  if (people.length === 0) return { text, ...withoutEnding(ctx, course, of, isRefundDue), ending: null }
  const today = dayOf(ctx.now)
  const percent = refundPercentOn(course.refundSteps, course.startsOn, today)
  return {
    text,
    percent,
    reason:
      percent === null
        ? ''
        : `${daysBetween(today, course.startsOn)} 天后（${course.startsOn}）开始，${shareWords(percent)}`,
    ending: {
      text: `退出的人员不再参加“${course.title}”，名额随即让出，依次递补给候补的人，不能恢复；要再参加须重新报名。`,
      parts: people,
    },
  }
}

const shareWords = (percent: number) => (percent === 0 ? '按退费规定不再退费' : `按退费规定退还 ${percent}%`)

const mayGiveUp = ({ now }: Pick<Ctx, 'now'>, course: Course, { status }: Registration) =>
  status === 'confirmed' && isBeforeStart(course, now)

function withoutEnding(
  { now }: Pick<Ctx, 'now'>,
  course: Course,
  of: Registration,
  isRefundDue: boolean,
): Pick<RefundTerms, 'percent' | 'reason'> {
  if (course.cancelledAt) return { percent: 100, reason: '已由协会取消，全额退还' }
  if (isRefundDue) return { percent: 100, reason: '报名已由协会取消，全额退还' }
  if (of.status === 'cancelled') return { percent: null, reason: '报名已取消，退还多少由协会决定' }
  const begun = isBeforeStart(course, now) ? '已经报到' : '已经开始'
  return course.refundSteps.length > 0
    ? { percent: 0, reason: `${begun}，按退费规定不再退费` }
    : { percent: null, reason: `${begun}，退还多少由协会决定` }
}

/**
 * Participants who have not arrived, each with what was paid for the place; where that is not kept, with an equal share of
 * the fee, so that the shares of all places come to the fee.
 */
async function sharesOf({ db }: Pick<Ctx, 'db'>, { id, totalFee }: Registration): Promise<RefundPart[]> {
  const rows = await db
    .select()
    .from(participant)
    .where(eq(participant.registrationId, id))
    .orderBy(asc(participant.place), asc(participant.id))
  const places = [...new Set(rows.map(({ place }) => place))]
  const upTo = (count: number) => shareOfAmount(totalFee, count, places.length)
  return rows
    .filter(({ isActive, checkedInAt }) => isActive && !checkedInAt)
    .map(({ id, name, place, fee }) => {
      if (fee !== null) return { id, name, amount: fee }
      const before = places.indexOf(place)
      return { id, name, amount: sumAmounts([upTo(before + 1), -upTo(before)]) }
    })
}

/** Takes these participants off; with the last one the registration ends. Their places go to whoever waits. */
export async function giveUp(ctx: Ctx, id: number, partIds: readonly number[], reason: string): Promise<void> {
  const before = await lockNewest(ctx, id)
  const { course } = await readEnrolmentCourse(ctx, before.courseId)
  if (!mayGiveUp(ctx, course, before))
    throw conflict(`报名${enrolmentStatusNames[before.status]}，刚有变化，请刷新后再办理`)
  const active = await ctx.db
    .select()
    .from(participant)
    .where(and(eq(participant.registrationId, id), eq(participant.isActive, true)))
  const leaving = active.filter(one => partIds.includes(one.id) && !one.checkedInAt)
  if (leaving.length < partIds.length) throw conflict('所选的人中有的已退出或已报到，请刷新后再办理')
  for (const one of leaving) await ctx.db.update(participant).set({ isActive: false }).where(eq(participant.id, one.id))
  if (leaving.length === active.length) await cancelRegistration(ctx, before)
  const after = await writeRegistration(ctx, before, {})
  await recordChange(ctx, {
    ...namedRegistration(after),
    action: 'registration.giveUp',
    detail: { reason, name: leaving.map(({ name }) => maskName(name)).join('、') },
    before: { people: active.length, status: enrolmentStatusNames[before.status] },
    after: { people: active.length - leaving.length, status: enrolmentStatusNames[after.status] },
  })
  await offerPlaces(ctx, after.courseId)
}
