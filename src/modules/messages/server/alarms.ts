import type { Ctx } from '#lib/server/api/context.ts'
import { notifyStaff } from './desk.ts'
import type { What } from './notify.ts'

type Alarm = Omit<What, 'kind'>
type Alarmed = (ctx: Ctx, alarm: Alarm) => Promise<void>

let alarmed: Alarmed | undefined

/** Registers a second receiver of alarms outside the back office, such as a group chat. */
export function defineAlarmed(by: Alarmed): void {
  if (alarmed) throw new Error('there are two that are alarmed')
  alarmed = by
}

/** Tells whoever looks after the system that something is wrong with it. */
export async function alarmStaff(ctx: Ctx, alarm: Alarm): Promise<void> {
  await notifyStaff(ctx, { permission: 'staff:system' }, { ...alarm, kind: 'operation' })
  await alarmed?.(ctx, alarm)
}
