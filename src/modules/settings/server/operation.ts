import { inArray } from 'drizzle-orm'
import type { Ctx, Services } from '#lib/server/api/context.ts'
import { noteOperation } from '#lib/server/process/operation.ts'
import type { Groups } from '../groups.ts'
import { ownColours } from '../theme.ts'
import { groupDefaults, readSetting, writeSetting } from './settings.ts'
import { setting } from './tables.ts'

type Asking = Pick<Services, 'db'>

const GOING_LIVE: Groups['operation'] = { mode: 'readOnly', message: '网站正在正式上线，几分钟后恢复办理' }

const OPEN: Groups['operation'] = { mode: 'open', message: '' }

export const readOperation = async (ctx: Pick<Ctx, 'db'>): Promise<Groups['operation']> => ({
  ...OPEN,
  ...(await readSetting(ctx, 'operation')),
})

/** Reads the operating mode from the database and applies it in this process. */
export async function refreshOperation({ db }: Asking): Promise<Groups['operation']> {
  const rows = await db
    .select()
    .from(setting)
    .where(inArray(setting.name, ['operation', 'association', 'colours', 'trial']))
  const stored = new Map(rows.map(row => [row.name, row.value as object]))
  const set = { ...OPEN, ...stored.get('operation') }
  const { name } = { ...groupDefaults.association, ...stored.get('association') }
  const { main } = { ...ownColours, ...stored.get('colours') }
  const trial = stored.get('trial') as Groups['trial'] | undefined
  // While the trial is backed up and removed, nobody adds to it.
  const now = trial?.order ? GOING_LIVE : set
  noteOperation({ ...now, name, colour: main, isTrial: trial !== undefined })
  return set
}

/** Other processes are notified by the change of the row. */
export const setOperation = (ctx: Pick<Ctx, 'db' | 'now'>, set: Groups['operation']) =>
  writeSetting(ctx, 'operation', set)
