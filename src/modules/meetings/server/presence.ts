import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import QRCode from 'qrcode'
import { iso, minute } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { modeNames } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { ruleOf } from './attendances.ts'
import { readMeeting } from './meetings.ts'
import { screenMotions } from './motionViews.ts'
import { readAttending } from './motionVotes.ts'
import { countHeads, type Seat, seatName } from './seats.ts'
import { meeting, meetingSeat } from './tables.ts'

/** Characters of the check-in secret: 60 bits, and short enough for a code that is read across a room. */
const CODE_BYTES = 9
/** Latest arrivals that the big screen shows. */
const LATEST = 8

const asWords = { ...modeNames, left: '离会', absent: '撤销到会' }

const attendanceAs = ({ now }: Ctx, as: keyof typeof asWords): Partial<Seat> => {
  if (as === 'left') return { leftAt: now }
  if (as === 'absent') return { mode: null, arrivedAt: null, leftAt: null }
  return { mode: as, arrivedAt: now, leftAt: null }
}

export const presenceHandlers = {
  'POST /staff/meeting/attend': (ctx, { seatIds, as }) =>
    inTransaction(ctx, async tx => {
      const rows = await tx.db.select().from(meetingSeat).where(inArray(meetingSeat.id, seatIds))
      let changed = 0
      for (const [meetingId, seats] of Map.groupBy(rows, row => row.meetingId)) {
        const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, meetingId)).for('update')
        if (of!.isWritten) throw conflict(`“${of!.title}”是通讯表决，不用登记到会`)
        if (of!.state === 'recorded' || of!.state === 'adjourned')
          throw conflict(`“${of!.title}”已结束，到会情况不能再改`)
        const fits = seats.filter(({ arrivedAt }) => as === 'onSite' || as === 'remote' || arrivedAt !== null)
        if (fits.length === 0) continue
        await tx.db
          .update(meetingSeat)
          .set(attendanceAs(tx, as))
          .where(
            inArray(
              meetingSeat.id,
              fits.map(({ id }) => id),
            ),
          )
        changed += fits.length
        await recordChange(tx, {
          action: 'meeting.attend',
          objectType: 'meeting',
          objectId: meetingId,
          objectName: of!.title,
          before: {},
          after: { [asWords[as]]: fits.map(seatName) },
        })
      }
      if (changed === 0) throw conflict('所选席位没有登记到会，不能登记离会或撤销')
      return { changed }
    }),
  'GET /staff/meeting/quorum': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const latest = await ctx.db
      .select()
      .from(meetingSeat)
      .where(and(eq(meetingSeat.meetingId, id), isNotNull(meetingSeat.arrivedAt)))
      .orderBy(desc(meetingSeat.arrivedAt), desc(meetingSeat.id))
      .limit(LATEST)
    const seats = await readAttending(ctx, of)
    return {
      title: of.title,
      heads: countHeads(seats, await ruleOf(ctx, of)),
      motions: await screenMotions(ctx, of, seats),
      latest: latest.map(seat => ({
        name: seatName(seat),
        at: minute(iso(seat.arrivedAt!)),
        modeName: seat.leftAt ? '已离会' : seat.mode ? modeNames[seat.mode] : '',
      })),
    }
  },
  'POST /staff/meeting/checkin/code': (ctx, { id, renew }) =>
    inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, id)).for('update')
      if (of?.isWritten) throw conflict('通讯表决不用签到')
      if (!of?.noticeAt) throw conflict('发出通知后才有应到人员可以签到')
      const code = !renew && of.checkInCode ? of.checkInCode : randomBytes(CODE_BYTES).toString('base64url')
      if (code !== of.checkInCode) await tx.db.update(meeting).set({ checkInCode: code }).where(eq(meeting.id, id))
      const url = `${tx.config.publicUrl}/admin/user/meetings/${id}?checkin=${code}`
      return { url, svg: await QRCode.toString(url, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) }
    }),
} satisfies Partial<Handlers<typeof staffMeetingContract>>
