import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { employmentsOf, moveEmployment } from '#modules/members/server/employment.ts'
import { lossesIfPersonLeft } from '#modules/qualifications/shortfalls/server/losses.ts'
import type { peopleContract } from '../peopleContract.ts'
import { leaveFields, leaveReasons } from '../peopleForm.ts'
import { ownEmployer } from './ownPeople.ts'
import { lockSeen } from './peopleActs.ts'
import { notifyPerson } from './peopleMessages.ts'
import { approveWaiting, lockWaiting } from './takeovers.ts'

export const letGoHandlers = {
  /** Ends an employment; a company waiting to take the person over gets them at once. */
  'POST /person/leave': async (ctx, { id, version, form }) => {
    const { values, errors } = readForm(leaveFields, form, { whole: true, today: dayOf(ctx.now) })
    const day = String(values.day ?? '')
    if (day > dayOf(ctx.now)) errors.day ??= '不能晚于今天；尚未离开的，请到时再登记'
    if (Object.keys(errors).length) throw invalid('请填写原因和日期', errors)
    return inTransaction(ctx, async tx => {
      const employer = await ownEmployer(tx)
      const waiting = await lockWaiting(tx, id)
      const of = await lockSeen(tx, id, version)
      const since = (await employmentsOf(tx, id, employer.id))[0]?.fromDay ?? day
      if (day < since) throw invalid('日期有误', { day: `不能早于到岗日期 ${since}` })
      const lacks = await lossesIfPersonLeft(tx, employer.id, id)
      const reason = [nameOf(values.reason), values.note].filter(Boolean).join('：')
      await moveEmployment(tx, id, null, { way: 'company', day, reason })
      await record(tx, {
        action: 'person.leave',
        objectType: 'person',
        objectId: id,
        objectName: of.name,
        detail: { from: employer.name, day, reason },
      })
      await notifyPerson(tx, 'left', of, { employer: employer.name, day })
      if (waiting) await approveWaiting(tx, waiting)
      return { id, lacks }
    })
  },
} satisfies Partial<Handlers<typeof peopleContract>>

const nameOf = (reason: unknown) => leaveReasons.find(({ code }) => code === reason)?.name
