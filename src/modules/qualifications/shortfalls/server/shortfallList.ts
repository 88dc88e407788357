import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { sentenceOf, shortfallStage } from '#modules/qualifications/eligibility/server/lacks.ts'
import { labelOf } from '#modules/qualifications/eligibility/server/levelRequirements.ts'
import { shortfallFilters } from '../../shortfallFilters.ts'
import { type ShortfallState, shortfallStateNames } from '../../shortfallWords.ts'
import type { shortfallContract } from '../contract.ts'
import { type Held, heldColumns, heldConditions, heldRow, validToColumn } from './heldCertificates.ts'
import { qualificationShortfall } from './tables.ts'

const { id, certificateId, organisationId, missing, lacksOn, remindedAt, resolvedAt } = qualificationShortfall

function hasState(state: ShortfallState, today: string): SQL | undefined {
  if (state === 'resolved') return isNotNull(resolvedAt)
  return and(isNull(resolvedAt), state === 'short' ? lte(lacksOn, today) : gt(lacksOn, today))
}

type Shortfall = Held & { shortfall: typeof qualificationShortfall.$inferSelect }

export const readShortfalls = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ shortfall: qualificationShortfall, of: certificate, organisation })
    .from(qualificationShortfall)
    .innerJoin(certificate, eq(certificate.id, certificateId))
    .innerJoin(organisation, eq(organisation.id, organisationId))
    .$dynamic()

const shortfallRegister = defineRegister({
  name: '条件预警',
  views: { code: 'shortfall', permission: 'staff:certificates' },
  filters: shortfallFilters,
  from: sql`${qualificationShortfall} join ${certificate} on ${eq(certificate.id, certificateId)}
    join ${organisation} on ${eq(organisation.id, organisationId)}`,
  id,
  newest: lacksOn,
  ordered: () => ({ at: lacksOn, ascending: true }),
  // Without a state, or some rows that were picked out, the list is of what is not over.
  within: (ctx, { state, ids }) =>
    and(
      permissionCondition(ctx, 'staff:certificates', organisation.provinceCode),
      state || ids ? undefined : isNull(resolvedAt),
    ),
  where: {
    ...heldConditions,
    state: (state, { now }) => hasState(state, dayOf(now)),
    what: what => sql`${missing} @> ${JSON.stringify([{ what }])}::jsonb`,
    since: day => gte(lacksOn, day),
    until: day => lte(lacksOn, day),
  },
  read: (ctx, ids) => readShortfalls(ctx).where(inArray(id, ids)),
  row: toRow,
  columns: {
    ...heldColumns,
    validTo: validToColumn,
    stateName: { heading: '状态', value: (of, { now }) => shortfallStateNames[stateOf(of, now)], nowrap: true },
    lacksOn: { heading: '不足之日', value: ({ shortfall }) => shortfall.lacksOn, sort: lacksOn, nowrap: true },
    sentence: { heading: '情况', width: 50, value: ({ shortfall }, { now }) => sentenceOf(shortfall, dayOf(now)) },
    remindedOn: {
      heading: '发函提醒',
      value: ({ shortfall }) => shortfall.remindedAt && dayOf(shortfall.remindedAt),
      sort: sql`coalesce(${remindedAt}, '-infinity')`,
      nowrap: true,
    },
    resolvedOn: {
      heading: '解除之日',
      value: ({ shortfall }) => shortfall.resolvedAt && dayOf(shortfall.resolvedAt),
      sort: sql`coalesce(${resolvedAt}, '-infinity')`,
      nowrap: true,
    },
  },
  listed: [
    'certNo',
    'orgName',
    'provinceName',
    'kindName',
    'levelName',
    'stateName',
    'lacksOn',
    'sentence',
    'remindedOn',
  ],
})

export const shortfallListHandlers = {
  'GET /staff/qualification/shortfall/list': (ctx, asked) => shortfallRegister.list(ctx, asked),
  'GET /staff/qualification/shortfall/export': (ctx, asked) =>
    exportRegister(ctx, shortfallRegister, asked, { action: 'shortfall.export', objectType: 'qualificationShortfall' }),
} satisfies Partial<Handlers<typeof shortfallContract>>

const stateOf = ({ shortfall }: Shortfall, now: Date): ShortfallState =>
  shortfall.resolvedAt ? 'resolved' : shortfallStage(shortfall, dayOf(now))

function toRow(of: Shortfall, { now }: Ctx) {
  const { shortfall } = of
  const state = stateOf(of, now)
  return {
    id: shortfall.id,
    ...heldRow(of),
    lacks: shortfall.missing.map(labelOf),
    sentence: sentenceOf(shortfall, dayOf(now)),
    state,
    stateName: shortfallStateNames[state],
    lacksOn: shortfall.lacksOn,
    remindedOn: shortfall.remindedAt && dayOf(shortfall.remindedAt),
    resolvedOn: shortfall.resolvedAt && dayOf(shortfall.resolvedAt),
  }
}

/** Selected shortfalls that are still open. */
export const openShortfalls = (ids: readonly number[]) => and(inArray(id, [...ids]), isNull(resolvedAt))
