import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { levelRequirements } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import {
  isWorse,
  type Lack,
  lackOf,
  sentenceOf,
  shortfallStage,
} from '#modules/qualifications/eligibility/server/lacks.ts'
import { readWorkforces } from '#modules/qualifications/eligibility/server/workforce.ts'
import { qualificationKind, qualificationLevel } from '#modules/qualifications/server/tables.ts'
import {
  notifyShortfall,
  shortfallAhead,
  shortfallFound,
  shortfallOver,
  type WarnedCertificate,
} from './shortfallMessages.ts'
import { qualificationShortfall } from './tables.ts'

type Shortfall = typeof qualificationShortfall.$inferSelect
type QueryCtx = Pick<Ctx, 'db' | 'now'>
/** Includes what sending messages needs. */
export type ShortfallCtx = Pick<Ctx, 'db' | 'now' | 'encryption' | 'config'>

/** Returns what is or will be missing, by certificate id; certificates with nothing missing are absent. */
export async function shortfallSentences(
  { db, now }: QueryCtx,
  certificateIds: readonly number[],
): Promise<Map<number, string>> {
  const these = inArray(qualificationShortfall.certificateId, [...certificateIds])
  const open = await db
    .select()
    .from(qualificationShortfall)
    .where(and(these, isNull(qualificationShortfall.resolvedAt)))
  return new Map(open.map(of => [of.certificateId, sentenceOf(of, dayOf(now))]))
}

/**
 * `mayOpen`: what is missing is written down and told; without it only what is no longer missing is. An organisation
 * that has registered nobody keeps no people here: it is left alone, but for one that has just lost somebody.
 */
type UpdateOptions = { mayOpen: boolean; hasLost?: boolean }

/** Holds what the certificates of organisations ask for against what those have. Of two at once one sees what the other did. */
export async function updateShortfalls(
  ctx: ShortfallCtx,
  organisationIds: readonly number[],
  how: UpdateOptions,
): Promise<void> {
  const ids = [...new Set(organisationIds)].sort((a, b) => a - b)
  if (ids.length === 0) return
  await inTransaction(ctx, async tx => {
    // Locks in a fixed order to avoid deadlocks between concurrent calls.
    await tx.db.execute(sql`
      select pg_advisory_xact_lock(hashtextextended('shortfall ' || id, 0)) from unnest(${sql.param(ids)}::int[]) id`)
    for (const found of (await assess(tx, ids, how)).filter(hasChanged)) await saveShortfall(tx, found)
  })
}

type Found = { of: WarnedCertificate; lack?: Lack; open?: Shortfall; isOver: boolean; isWorse: boolean }

const hasChanged = ({ lack, open, isWorse }: Found) =>
  isWorse || (open && !lack) || (open && lack && wordsOf(open) !== wordsOf(lack))
const wordsOf = ({ missing, lacksOn }: Lack) =>
  [lacksOn, ...missing.map(({ what, name = '', needed, have }) => `${what} ${name} ${needed} ${have}`)].join()

async function assess(
  ctx: QueryCtx,
  organisationIds: readonly number[],
  { mayOpen, hasLost }: UpdateOptions,
): Promise<Found[]> {
  const today = dayOf(ctx.now)
  const workforces = await readWorkforces(ctx, organisationIds)
  const held = await readHeld(ctx, organisationIds)
  const opened = await readOpen(ctx, organisationIds)
  const judged = held.map(({ asked, kindCode: _, ...of }): Found => {
    const open = opened.find(({ shortfall }) => shortfall.certificateId === of.certificateId)?.shortfall
    const workforce = workforces.get(of.organisationId)!
    const isKept = workforce.people.length > 0 || open !== undefined || hasLost
    const now = isKept ? lackOf(asked, workforce, today) : undefined
    // Keeps the original start date while the shortfall lasts.
    const goesOn = now && open && now.lacksOn <= today && open.lacksOn <= today
    const lack = goesOn ? { ...now, lacksOn: open.lacksOn } : now
    const worse = lack !== undefined && (!open || isWorse(open, lack, today))
    if (worse && !mayOpen) return { of, lack: open, open, isOver: false, isWorse: false }
    return { of, lack, open, isOver: false, isWorse: worse }
  })
  const over = opened.filter(
    ({ shortfall }) => !held.some(({ certificateId }) => certificateId === shortfall.certificateId),
  )
  return [...judged, ...over.map(({ of, shortfall }) => ({ of, open: shortfall, isOver: true, isWorse: false }))]
}

const certificateColumns = {
  certificateId: certificate.id,
  organisationName: certificate.organisationName,
  number: certificate.number,
  kindName: certificate.kindName,
  levelName: certificate.levelName,
}

const requirementColumns = {
  kind: { certifiedKinds: qualificationKind.certifiedKinds, holderRules: qualificationKind.holderRules },
  level: { code: qualificationLevel.code, requirement: qualificationLevel.requirement },
}

/** Valid today, each with what its level asks for today. */
export async function readHeld({ db, now }: QueryCtx, organisationIds: readonly number[]) {
  const { register, organisationId, personId, kindCode, levelCode } = certificate
  const rows = await db
    .select({ of: { ...certificateColumns, organisationId, kindCode }, ...requirementColumns })
    .from(certificate)
    .innerJoin(qualificationKind, eq(qualificationKind.code, kindCode))
    .innerJoin(
      qualificationLevel,
      and(eq(qualificationLevel.kindId, qualificationKind.id), eq(qualificationLevel.code, levelCode)),
    )
    .where(
      and(
        eq(register, 'qualification'),
        inArray(organisationId, [...organisationIds]),
        isNull(personId),
        hasStatus('valid', dayOf(now)),
      ),
    )
    .orderBy(certificate.id)
  return rows.map(({ of, kind, level }) => ({
    ...of,
    organisationId: of.organisationId!,
    asked: levelRequirements(kind, level),
  }))
}

const readOpen = ({ db }: QueryCtx, organisationIds: readonly number[]) =>
  db
    .select({
      of: { ...certificateColumns, organisationId: qualificationShortfall.organisationId },
      shortfall: qualificationShortfall,
    })
    .from(qualificationShortfall)
    .innerJoin(certificate, eq(certificate.id, qualificationShortfall.certificateId))
    .where(
      and(
        inArray(qualificationShortfall.organisationId, [...organisationIds]),
        isNull(qualificationShortfall.resolvedAt),
      ),
    )

async function saveShortfall(ctx: ShortfallCtx, { of, lack, open, isOver, isWorse }: Found): Promise<void> {
  const { db, now } = ctx
  const mine = open && eq(qualificationShortfall.id, open.id)
  if (!lack) {
    await db.update(qualificationShortfall).set({ resolvedAt: now, checkedAt: now }).where(mine)
    if (!isOver) await notifyShortfall(ctx, shortfallOver, of)
    return
  }
  const { certificateId, organisationId } = of
  const told = shortfallStage(lack, dayOf(now))
  const known = { missing: lack.missing, lacksOn: lack.lacksOn, told, checkedAt: now } as const
  if (open) await db.update(qualificationShortfall).set(known).where(mine)
  else await db.insert(qualificationShortfall).values({ ...known, certificateId, organisationId, since: now })
  if (isWorse) await notifyShortfall(ctx, told === 'short' ? shortfallFound : shortfallAhead, of, { lack })
}
