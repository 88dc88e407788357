import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import { type FormField, type FormValues, isEmptyValue } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isDatabaseError } from '#lib/server/database/db.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { staffOwnFields } from '#modules/ownFields/server/ownFields.ts'
import { ORGANISATION } from '../../profileRules.ts'
import { registerOrganisationFields } from '../../registerForm.ts'
import { organisationAsking } from '../../server/dictionaries.ts'
import { loggedText } from '../../server/loggedText.ts'
import { organisationWithin } from '../../server/organisationFile.ts'
import { type Organisation, organisationValues, updateOrganisation } from '../../server/organisations.ts'
import { versionOf } from '../../server/own.ts'
import { movedOrganisation, organisation, organisationContact } from '../../server/tables.ts'
import type { mergingContract } from '../contract.ts'
import { afterMerge } from './mergeListeners.ts'
import { countReferences, nameOfTable, organisationColumns } from './references.ts'

type Pair = { from: Organisation; into: Organisation }
type Obstacle = { text: string; route: string | null }

export const mergingHandlers = {
  'GET /staff/organisation/merge': async (ctx, { id, intoId }) => {
    const pair = { from: await organisationWithin(ctx, id), into: await organisationWithin(ctx, intoId) }
    refuseSame(pair)
    const { fields, from, into } = await readBoth(ctx, pair)
    return {
      from: sideOf(pair.from),
      into: sideOf(pair.into),
      fields: comparedFields(fields, from, into),
      moves: (await countReferences(ctx, pair.from.id)).map(({ table, count }) => ({
        name: nameOfTable(table),
        count,
      })),
      obstacles: await obstaclesToMerge(ctx, pair),
    }
  },
  'POST /staff/organisation/merge': (ctx, { id, version, intoId, intoVersion, taken, reason }) =>
    inTransaction(ctx, async tx => {
      await lockWriters(tx)
      const pair = await lockPair(tx, id, intoId)
      await refuseChanged(tx, pair.from, version)
      await refuseChanged(tx, pair.into, intoVersion)
      const [obstacle] = await obstaclesToMerge(tx, pair)
      if (obstacle) throw conflict(obstacle.text)
      await merge(tx, pair, taken, reason)
      return { id: intoId }
    }).catch(refuseWhileBusy),
} satisfies Partial<Handlers<typeof mergingContract>>

/** Somebody was writing of an organisation for too long, or waits for what this waits for. */
function refuseWhileBusy(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  if (isDatabaseError(cause) && (cause.code === '55P03' || cause.code === '40P01'))
    throw conflict('此刻有人正在办理单位的业务，没有合并，请稍后再试')
  throw error
}

const sideOf = (of: Organisation) => ({
  id: of.id,
  name: of.name,
  creditCode: of.typedCode === null ? of.creditCode : '待补',
  version: versionOf(of),
})

function refuseSame({ from, into }: Pair): void {
  if (from.id === into.id) throw invalid('请选择另一家单位', { intoId: '请选择另一家单位' })
}

/** The values of both, and the fields of which either has one: also those that are no longer asked. */
async function readBoth(ctx: Ctx, pair: Pair) {
  const ownFields = await staffOwnFields(ctx, ORGANISATION)
  const values = ({ id }: Organisation) => organisationValues(ctx, id, ownFields)
  const [from, into] = await Promise.all([values(pair.from), values(pair.into)])
  const asked = registerOrganisationFields(await organisationAsking(ctx, { ...from, ...into }))
  return { fields: [...asked, ...ownFields], from, into }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Fields in which the two differ, with personal values in part. */
function comparedFields(fields: readonly FormField[], from: FormValues, into: FormValues) {
  const [maskedFrom, maskedInto] = [maskForm(fields, from), maskForm(fields, into)]
  const textOf = (field: FormField, masked: FormValues) =>
    field.kind === 'picture' ? '（图片）' : fieldText(field, masked[field.name])
  return fields
    .filter(({ name }) => !isEmptyValue(from[name]) && !isSame(from[name], into[name]))
    .map(field => {
      const { name, label } = field
      const isFilled = isEmptyValue(into[name])
      return { name, label, from: textOf(field, maskedFrom), into: isFilled ? '' : textOf(field, maskedInto), isFilled }
    })
}

/** What cannot be joined by a rule, and has to be put in order first. */
async function obstaclesToMerge({ db }: Ctx, { from, into }: Pair): Promise<Obstacle[]> {
  const both = [from.id, into.id]
  const { rows } = await db.execute<{ members: number; memberId: number }>(
    sql`select count(*)::int as members, min(id) filter (where organisation_id = ${from.id}) as "memberId" from member where organisation_id in (${from.id}, ${into.id})`,
  )
  const accounts = await db
    .select({ id: account.id, organisationId: account.organisationId })
    .from(account)
    .where(and(inArray(account.organisationId, both), inArray(account.status, ['active', 'frozen'])))
  const own = accounts.find(({ organisationId }) => organisationId === from.id)
  const isBoth = own !== undefined && accounts.some(({ organisationId }) => organisationId === into.id)
  return [
    ...(rows[0]!.members > 1
      ? [
          {
            text: `两家都登记为会员：一家单位只能有一个会员身份，“${from.name}”的会员身份不能并入`,
            route: `/staff/members/${rows[0]!.memberId}`,
          },
        ]
      : []),
    ...(isBoth
      ? [{ text: `两家都有在用的账号：请先停用“${from.name}”的账号`, route: `/staff/accounts/${own.id}` }]
      : []),
  ]
}

/** Both rows, locked in the order of their ids: of two merges the second waits, and finds one gone. */
async function lockPair(ctx: Ctx, id: number, intoId: number): Promise<Pair> {
  const pair = { from: await organisationWithin(ctx, id), into: await organisationWithin(ctx, intoId) }
  refuseSame(pair)
  const locked = await ctx.db
    .select()
    .from(organisation)
    .where(inArray(organisation.id, [id, intoId]))
    .orderBy(organisation.id)
    .for('update')
  const [from, into] = [id, intoId].map(one => locked.find(row => row.id === one))
  if (!from || !into) throw conflict('其中一家已被合并或删除，请重新核对')
  return { from, into }
}

async function refuseChanged(ctx: Ctx, of: Organisation, version: number): Promise<void> {
  if (versionOf(of) !== version)
    throw conflict(await conflictMessage(ctx, { objectType: 'organisation', objectId: of.id }))
}

/** Waits for whoever is writing of an organisation at this moment, so that nothing is left behind. */
async function lockWriters(ctx: Ctx): Promise<void> {
  const tables = [...new Set((await organisationColumns(ctx)).map(({ table }) => table))]
  const names = sql.join(
    tables.map(table => sql.identifier(table)),
    sql`, `,
  )
  await ctx.db.execute(sql`set local lock_timeout = '10s'`)
  await ctx.db.execute(sql`lock table ${names} in share row exclusive mode`)
}

async function merge(ctx: Ctx, pair: Pair, taken: readonly string[], reason: string): Promise<void> {
  const { from, into } = pair
  const { fields, from: theirs, into: own } = await readBoth(ctx, pair)
  const compared = comparedFields(fields, theirs, own)
  const unknown = taken.filter(name => !compared.some(field => field.name === name))
  if (unknown.length > 0) throw conflict('两家的资料在您查看以后有变化，请重新核对')
  const names = compared.filter(({ name, isFilled }) => isFilled || taken.includes(name)).map(({ name }) => name)
  const values: FormValues = Object.fromEntries(names.map(name => [name, theirs[name]!]))
  const moved = await countReferences(ctx, from.id)
  await moveReferences(ctx, pair)
  await ctx.db.delete(organisationContact).where(eq(organisationContact.organisationId, from.id))
  const { name, creditCode } = from
  await ctx.db
    .insert(movedOrganisation)
    .values({ id: from.id, toId: into.id, name, creditCode: sideOf(from).creditCode, reason, mergedAt: ctx.now })
  await ctx.db.delete(organisation).where(eq(organisation.id, from.id))
  const tags = [...new Set([...into.tags, ...from.tags])]
  await ctx.db
    .update(organisation)
    // Answers to fields that were removed are kept, too; `values` says which of the others are taken.
    .set({ tags, licenceId: into.licenceId ?? from.licenceId, own: { ...from.own, ...into.own } })
    .where(eq(organisation.id, into.id))
  await updateOrganisation(ctx, into.id, values)
  await afterMerge(ctx, { id: from.id, intoId: into.id })
  const before = Object.fromEntries(
    fields.filter(field => names.includes(field.name)).map(field => [field.label, loggedText(field, own)]),
  )
  const after = Object.fromEntries(
    fields.filter(field => names.includes(field.name)).map(field => [field.label, loggedText(field, theirs)]),
  )
  const detail = {
    mergedFrom: `${name}（${sideOf(from).creditCode}，原编号 ${from.id}）`,
    movedRecords: moved.map(({ table, count }) => `${nameOfTable(table)} ${count}`).join('、') || '没有',
    reason,
  }
  const about = { objectType: 'organisation', objectName: into.name, before, after, detail }
  await record(ctx, { action: 'organisation.merge', objectId: into.id, ...about })
  await record(ctx, {
    action: 'organisation.mergedInto',
    objectType: 'organisation',
    objectId: from.id,
    objectName: name,
    detail: { mergedInto: `${into.name}（编号 ${into.id}）`, creditCode, reason },
  })
}

/** Everything that names the one names the other from now on. */
async function moveReferences(ctx: Ctx, { from, into }: Pair): Promise<void> {
  const { db, now } = ctx
  // An invitation that waits belongs to who has no account; of two that wait the later organisation's is enough.
  await db.execute(sql`
    update invitation set withdrawn_at = ${now}
    where organisation_id = ${from.id} and accepted_at is null and withdrawn_at is null`)
  await moveAccounts(ctx, { from, into })
  for (const { table, column } of await organisationColumns(ctx)) {
    if (table === 'account' || table === 'organisation_contact') continue
    await db.execute(
      sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${into.id} where ${sql.identifier(column)} = ${from.id}`,
    )
  }
  await db.execute(sql`
    update message set object_id = ${into.id} where object_type = 'organisation' and object_id = ${from.id}`)
  await db.execute(sql`
    update escalation set object_id = ${into.id} where object_type = 'organisation' and object_id = ${from.id}`)
}

/** An organisation has one account that carries its code: a second one, which is out of use, is of none. */
async function moveAccounts({ db }: Ctx, { from, into }: Pair): Promise<void> {
  const [own] = await db
    .select({ id: account.id, status: account.status })
    .from(account)
    .where(and(eq(account.organisationId, into.id), ne(account.status, 'deleted')))
    .orderBy(sql`${account.status} in ('active', 'frozen') desc`, account.id)
    .limit(1)
  const isTheirsInUse = inArray(account.status, ['active', 'frozen'])
  const [theirs] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.organisationId, from.id), isTheirsInUse))
  // Somebody who has begun to claim the one claims the other.
  await db.update(account).set({ claimedCode: into.creditCode }).where(eq(account.claimedCode, from.creditCode))
  const keeps = theirs ?? own
  await db
    .update(account)
    .set({ organisationId: null, creditCode: null })
    .where(and(inArray(account.organisationId, [from.id, into.id]), keeps ? ne(account.id, keeps.id) : sql`true`))
  if (!theirs) return
  await db
    .update(account)
    .set({
      organisationId: into.id,
      displayName: into.name,
      creditCode: into.typedCode === null ? into.creditCode : null,
    })
    .where(eq(account.id, theirs.id))
}
