import { desc, eq } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { isMissing, readSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { record } from '#modules/audit/server/record.ts'
import { readPublicConfig, readSetting, writeSetting } from '#modules/settings/server/settings.ts'
import type { staffTrialContract } from '../staffContract.ts'
import { staffEntered } from '../staffEntered.ts'
import { GO_LIVE_JOB } from './goLiveJob.ts'
import { obstaclesToGoLive } from './obstacles.ts'
import { countTrialKinds, listTrialKind, trialKindCodes } from './trialKinds.ts'
import { callOff, lockTrial } from './trialOrder.ts'
import type { Removed } from './trialTables.ts'

const OBJECT = { objectType: 'site', objectName: '正式上线' } as const
const ALREADY_LIVE = '网站已经正式上线，不能再来一次'

export const staffTrialHandlers: Handlers<typeof staffTrialContract> = {
  'GET /staff/go-live': async (ctx, { removed }) => {
    const [trial, live, { association }] = await Promise.all([
      readSetting(ctx, 'trial'),
      readSetting(ctx, 'goLive'),
      readPublicConfig(ctx),
    ])
    const common = { associationName: association.name, failed: trial?.failed ?? '' }
    const none = { missing: [], choices: [], removed: [], kept: [], obstacles: [], order: null }
    if (!trial)
      return {
        ...common,
        ...none,
        state: 'live',
        live: live ? { by: live.by, at: live.at, backup: live.backup } : null,
      }
    const chosen = trial.order ? (trial.order.removed as Removed) : removed
    return {
      ...common,
      state: trial.order ? 'ordered' : 'trial',
      missing: (await readSetupSteps(ctx))
        .filter(isMissing)
        .filter(({ code }) => code !== GO_LIVE_JOB)
        .map(({ name, lacks, route }) => ({ name, lacks, route })),
      choices: typedKeys(staffEntered).map(code => ({
        code,
        name: staffEntered[code].name,
        isRemoved: chosen.includes(code),
      })),
      removed: await countTrialKinds(ctx, 'removed', chosen),
      kept: await countTrialKinds(ctx, 'kept', chosen),
      obstacles: await obstaclesToGoLive(ctx),
      order: trial.order ? { by: trial.order.by, at: trial.order.at, progress: await readProgress(ctx) } : null,
      live: null,
    }
  },
  'GET /staff/go-live/list': async (ctx, { code, ...asked }) => {
    if (!trialKindCodes.includes(code)) throw invalid('没有这一类记录', { code: '没有这一类记录' })
    return listTrialKind(ctx, { code, ...asked })
  },
  'POST /staff/go-live': async (ctx, { name, removed }) => {
    await inTransaction(ctx, tx => orderGoLive(tx, name, removed))
    return {}
  },
  'POST /staff/go-live/cancel': async ctx => {
    await inTransaction(ctx, async tx => {
      if (!(await callOff(tx))) throw conflict('正式上线已经完成，或没有人提出')
      await record(tx, { action: 'site.callOffGoLive', ...OBJECT })
    })
    return {}
  },
}

/** Orders it: the job of the next minute does it. Of two who order at once the second is told. */
async function orderGoLive(ctx: Ctx, name: string, removed: Removed): Promise<void> {
  const { association } = await readPublicConfig(ctx)
  const trial = await lockTrial(ctx)
  if (!trial) throw conflict(ALREADY_LIVE)
  if (trial.order) throw conflict(`${trial.order.by}已经提出正式上线，正在办理`)
  if (name.trim() !== association.name)
    throw invalid('协会名称与站点设置中的不一致', { name: `请输入协会全称：${association.name}` })
  const [obstacle] = await obstaclesToGoLive(ctx)
  if (obstacle) throw conflict(obstacle.text)
  const { accountId, userName } = signedInActor(ctx)
  const order = { by: userName, accountId, at: iso(ctx.now), removed }
  await writeSetting(ctx, 'trial', { startedAt: trial.startedAt, order })
  const sentence = (list: { name: string; count: number }[]) =>
    list.map(({ name, count }) => `${name} ${count}`).join('、') || '没有'
  await record(ctx, {
    action: 'site.orderGoLive',
    ...OBJECT,
    detail: {
      cleared: sentence(await countTrialKinds(ctx, 'removed', removed)),
      staying: sentence(await countTrialKinds(ctx, 'kept', removed)),
    },
  })
}

/** What the job says of itself; empty: it begins within a minute. */
async function readProgress({ db }: Ctx): Promise<string> {
  const [run] = await db.select().from(jobRun).where(eq(jobRun.job, GO_LIVE_JOB)).orderBy(desc(jobRun.id)).limit(1)
  return run?.result === 'running' ? run.progress : ''
}
