import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import type { NewMessage } from './notify.ts'
import { notifyStaff } from './notifyStaff.ts'

type Alarm = Omit<NewMessage, 'kind'>
type AlarmReceiver = (ctx: Ctx, alarm: Alarm) => Promise<void>

const receiver = hook<AlarmReceiver>('alarms outside the back office')

/** Registers a second receiver of alarms outside the back office, such as a group chat. */
export const defineAlarmReceiver = receiver.define

/** Tells whoever looks after the system that something is wrong with it. */
export async function alarmStaff(ctx: Ctx, alarm: Alarm): Promise<void> {
  await notifyStaff(ctx, { permission: 'staff:system' }, { ...alarm, kind: 'operation' })
  await receiver.find()?.(ctx, alarm)
}
