import { desc, inArray, type SQL, sql } from 'drizzle-orm'
import { iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import { bulkApply } from '#lib/server/api/bulkApply.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { paperFailureFilters } from '../../paperFailureFilters.ts'
import { automaticPaperNames, type FailureState, failureStateNames } from '../../paperWords.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { paperFailure } from '../../server/tables.ts'
import type { PaperFailureRow, paperFailureContract } from '../contract.ts'
import { failedIdOf, type PaperFailure, retryFailure } from './automaticPapers.ts'

const readFailures = ({ db }: Pick<Ctx, 'db'>, where: SQL): Promise<PaperFailure[]> =>
  db.select().from(paperFailure).where(where).orderBy(desc(paperFailure.id))

const stateOf = ({ retryAt }: PaperFailure): FailureState => (retryAt ? 'retrying' : 'left')

const toFailure = (of: PaperFailure): PaperFailureRow => ({
  id: of.id,
  paper: of.paper,
  paperName: automaticPaperNames[of.paper],
  receivableId: failedIdOf(of),
  kindName: kindName(of.payable),
  payer: of.payer,
  about: of.about,
  amount: of.amount,
  problem: of.problem,
  attempts: of.attempts,
  failedTime: iso(of.failedAt),
  retryTime: of.retryAt && iso(of.retryAt),
  state: stateOf(of),
  stateName: failureStateNames[stateOf(of)],
})

/** 未开成的票据: papers that were due automatically and could not be issued. */
export const paperFailureRegister = defineRegister({
  name: '未开成的票据',
  views: { code: 'paperFailure', permission: 'staff:financeReading' },
  filters: paperFailureFilters,
  from: sql`${paperFailure}`,
  id: sql`${paperFailure.id}`,
  newest: sql`${paperFailure.failedAt}`,
  where: {
    key: words => sql`(${containsWords(paperFailure.payer, words)} or ${containsWords(paperFailure.about, words)})`,
    paper: paperFailure.paper,
    kind: paperFailure.payable,
    state: state =>
      state === 'left' ? sql`${paperFailure.retryAt} is null` : sql`${paperFailure.retryAt} is not null`,
  },
  read: (ctx, ids) => readFailures(ctx, inArray(paperFailure.id, [...ids])),
  row: toFailure,
  columns: {
    payer: { heading: '缴费人', width: 36, value: of => of.payer, sort: byName(paperFailure.payer) },
    kindName: { heading: '种类', width: 10, value: of => kindName(of.payable), nowrap: true },
    about: { heading: '款项', width: 40, value: of => of.about },
    amount: { heading: '金额（元）', width: 12, value: of => of.amount, sort: paperFailure.amount, isFigure: true },
    paperName: { heading: '票据', width: 10, value: of => automaticPaperNames[of.paper], nowrap: true },
    problem: { heading: '原因', width: 40, value: of => of.problem },
    attempts: { heading: '已试次数', width: 10, value: of => of.attempts, isFigure: true },
    failedTime: {
      heading: '上次时间',
      width: 18,
      value: of => minute(iso(of.failedAt)),
      sort: paperFailure.failedAt,
      nowrap: true,
    },
    retryTime: {
      heading: '再试时间',
      width: 18,
      value: of => of.retryAt && minute(iso(of.retryAt)),
      empty: '—',
      nowrap: true,
    },
    stateName: { heading: '状态', width: 12, value: of => failureStateNames[stateOf(of)], nowrap: true },
  },
  listed: ['payer', 'about', 'amount', 'paperName', 'problem', 'attempts', 'failedTime', 'stateName'],
})

async function retry(ctx: Ctx, id: number): Promise<string> {
  const [of] = await readFailures(ctx, sql`${paperFailure.id} = ${id}`)
  if (!of) throw notFound('这张票据已开具，或不再需要')
  const { problem, message } = await retryFailure(ctx, of)
  if (problem) throw conflict(problem)
  return message
}

export const paperFailureHandlers: Handlers<typeof paperFailureContract> = {
  'GET /staff/paperFailure/list': (ctx, asked) => paperFailureRegister.list(ctx, asked),
  'GET /staff/paperFailure/export': (ctx, asked) =>
    exportRegister(ctx, paperFailureRegister, asked, { action: 'paperFailure.export', objectType: 'paperFailure' }),
  'POST /staff/paperFailure/retry': (ctx, { ids }) => bulkApply(ctx, ids, id => retry(ctx, id)),
}
