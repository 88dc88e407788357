import type { Ctx } from '#lib/server/api/context.ts'
import type { NewMessage } from './notify.ts'
import { notifyStaff } from './notifyStaff.ts'

type Alarm = Omit<NewMessage, 'kind'>
type AlarmReceiver = (ctx: Ctx, alarm: Alarm) => Promise<void>

let alarmReceiver: AlarmReceiver | undefined

/** Registers a second receiver of alarms outside the back office, such as a group chat. */
export function defineAlarmReceiver(by: AlarmReceiver): void {
  if (alarmReceiver) throw new Error('there are two that are alarmed')
  alarmReceiver = by
}

/** Tells whoever looks after the system that something is wrong with it. */
export async function alarmStaff(ctx: Ctx, alarm: Alarm): Promise<void> {
  await notifyStaff(ctx, { permission: 'staff:system' }, { ...alarm, kind: 'operation' })
  await alarmReceiver?.(ctx, alarm)
}
