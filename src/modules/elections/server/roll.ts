import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays } from '#lib/dates.ts'
import { conflict, invalidFields, notFound } from '#lib/error.ts'
import { provinceName } from '#lib/provinces.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { trades } from '#modules/members/server/dictionaries.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { type Seat, seatsOf } from '#modules/posts/server/seats.ts'
import { objectionKindNames, objectionStateNames } from '../electionWords.ts'
import type { staffElectionsContract } from '../staffContract.ts'
import {
  type Election,
  lockSeen,
  movedOf,
  moveElection,
  named,
  readObjections,
  readVoters,
  refuseUnless,
  todayOf,
  type Voter,
  writeElection,
} from './elections.ts'
import { tellObjector, tellRoll } from './notices.ts'
import { election, electionObjection, electionVoter } from './tables.ts'

type Given<K extends keyof typeof staffElectionsContract> = Parsed<(typeof staffElectionsContract)[K]>

/** What membership says of whoever has a seat. Fees are known of today alone. */
async function readMembers(ctx: Pick<Ctx, 'db'>, seats: readonly Seat[]) {
  const organisationIds = seats.flatMap(({ organisationId }) => organisationId ?? [])
  const personIds = seats.flatMap(({ key }) => personIn(key) ?? [])
  const rows = await ctx.db
    .select({
      of: member,
      levelName: memberLevel.name,
      categories: organisation.categories,
      provinceCode: sql<string | null>`coalesce(${organisation.provinceCode}, ${person.provinceCode})`,
    })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
    .leftJoin(organisation, eq(organisation.id, member.organisationId))
    .leftJoin(person, eq(person.id, member.personId))
    .where(or(inArray(member.organisationId, organisationIds), inArray(member.personId, personIds)))
  const byOrganisation = new Map(rows.map(row => [row.of.organisationId, row]))
  const byPerson = new Map(rows.map(row => [row.of.personId, row]))
  return ({ organisationId, key }: Seat) => {
    if (organisationId !== null) return byOrganisation.get(organisationId)
    const personId = personIn(key)
    return personId === undefined ? undefined : byPerson.get(personId)
  }
}
const personIn = (key: string) => (key.startsWith('person:') ? Number(key.slice('person:'.length)) : undefined)
type MemberOf = Awaited<ReturnType<typeof readMembers>>

const OTHERS = { groupCode: 'none', groupName: '其他' }

async function groupsOf(ctx: Ctx, grouping: Election['grouping'], memberOf: MemberOf) {
  const nameOfTrade = await trades.names(ctx)
  return (seat: Seat) => {
    const of = memberOf(seat)
    if (grouping === 'none') return { groupCode: '', groupName: '' }
    if (grouping === 'level') return of ? { groupCode: `level-${of.of.levelCode}`, groupName: of.levelName } : OTHERS
    if (grouping === 'province') {
      const code = of?.provinceCode ?? ''
      return code ? { groupCode: code, groupName: provinceName(code) } : OTHERS
    }
    // A company of several trades votes in the one that it names first.
    const trade = of?.categories?.[0]
    return trade ? { groupCode: trade, groupName: nameOfTrade(trade) || trade } : OTHERS
  }
}

/**
 * 冻结名册: writes down who has a vote as it is on a day, and publishes it to whoever is on it. Those who owe their fee are
 * on it without a vote, where the rule asks that, so that they can object.
 */
export async function freezeRoll(ctx: Ctx, { day, grouping, ...seen }: Given<'POST /staff/election/freeze'>) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'preparing')
  const wrong = {
    ...(day > todayOf(ctx) && { day: '不能晚于今天：以后的会员和会费还不知道' }),
    ...(of.committee.length === 0 && { day: '请先成立换届工作机构' }),
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  const seats = await seatsOf(ctx, of.votingBodyId, day)
  if (seats.length === 0) throw conflict('那一天没有人有席位，请核对由谁选举和日期')
  const memberOf = await readMembers(ctx, seats)
  const groupOf = await groupsOf(ctx, grouping, memberOf)
  const rows = seats.map((seat, sort) => {
    const status = memberOf(seat)?.of.status
    const owes = of.rules.needsDues && (status === 'unpaid' || status === 'overdue')
    return {
      electionId: of.id,
      key: seat.key,
      name: seat.name,
      organisationId: seat.organisationId,
      personName: seat.personName,
      postName: seat.postName,
      accountId: seat.accountId,
      weight: seat.weight,
      ...groupOf(seat),
      isEntitled: !owes,
      reason: owes ? `会费未缴清（${memberStatusNames[status]}）` : '',
      sort,
    }
  })
  for (let from = 0; from < rows.length; from += 500)
    await ctx.db.insert(electionVoter).values(rows.slice(from, from + 500))
  const rollUntil = addDays(todayOf(ctx), of.rules.rollDays)
  const after = await moveElection(
    ctx,
    of,
    'freeze',
    { state: 'roll', rollDay: day, rollUntil, grouping },
    {
      名册日期: day,
      选举人: rows.filter(({ isEntitled }) => isEntitled).length,
      没有选举权: rows.filter(({ isEntitled }) => !isEntitled).length,
    },
  )
  await tellRoll(ctx, after, await readVoters(ctx, of.id))
  return movedOf(after)
}

/** Takes a roll back against which nobody has objected, so that it can be frozen anew. */
export async function unfreezeRoll(ctx: Ctx, { reason, ...seen }: Given<'POST /staff/election/unfreeze'>) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'roll')
  const objections = await readObjections(ctx, of.id)
  if (objections.length > 0) throw conflict(`已有 ${objections.length} 件异议，名册不能撤回；请逐件处理`)
  await ctx.db.delete(electionVoter).where(eq(electionVoter.electionId, of.id))
  const set = { state: 'preparing', rollDay: null, rollUntil: null } as const
  return movedOf(await moveElection(ctx, of, 'unfreeze', set, { 原因: reason }))
}

type NewObjection = Pick<
  typeof electionObjection.$inferInsert,
  'kind' | 'voterId' | 'about' | 'content' | 'byName' | 'byAccountId'
>

/** Takes an objection, of a member or on paper; the last day counts. */
export async function addObjection(ctx: Ctx, id: number, given: NewObjection): Promise<{ id: number }> {
  const [of] = await ctx.db.select().from(election).where(eq(election.id, id)).for('update')
  if (!of) throw notFound('没有这次换届选举')
  refuseUnless(of, 'roll')
  if (todayOf(ctx) > of.rollUntil!) throw conflict(`异议已于 ${of.rollUntil} 截止`)
  if (given.voterId) {
    const [voter] = await ctx.db
      .select()
      .from(electionVoter)
      .where(and(eq(electionVoter.id, given.voterId), eq(electionVoter.electionId, id)))
    if (!voter) throw invalidFields({ voterId: '不在这份名册上' })
    if (given.kind === 'strike' && !voter.isEntitled) throw invalidFields({ kind: '本来就没有选举权' })
    if (given.kind === 'add' && voter.isEntitled) throw invalidFields({ kind: '本来就有选举权' })
    given = { ...given, about: voter.name }
  } else if (given.kind !== 'add') throw invalidFields({ voterId: '请选择名册上的一栏' })
  if (!given.about) throw invalidFields({ about: '请填写是谁' })
  const [made] = await ctx.db
    .insert(electionObjection)
    .values({ ...given, electionId: id, createdAt: ctx.now })
    .returning()
  await recordChange(ctx, {
    action: 'election.objection',
    ...named(of),
    before: {},
    after: { 异议: objectionKindNames[given.kind], 关于: given.about, 提出人: given.byName },
  })
  return { id: made!.id }
}

/** Decides an objection, and changes the roll where it is upheld. */
export async function decideObjection(ctx: Ctx, given: Given<'POST /staff/election/decideObjection'>) {
  const { objectionId, isUpheld, decision, name, personName, organisationId, weight, groupCode, ...seen } = given
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'roll')
  const objection = (await readObjections(ctx, of.id)).find(one => one.id === objectionId)
  if (!objection) throw notFound('没有这件异议')
  if (objection.state !== 'open') throw conflict(`这件异议已处理：${objectionStateNames[objection.state]}`)
  const voters = await readVoters(ctx, of.id)
  const voter = voters.find(({ id }) => id === objection.voterId)
  const change = isUpheld ? await applyObjection() : ''
  const state = isUpheld ? 'upheld' : 'dismissed'
  await ctx.db
    .update(electionObjection)
    .set({ state, decision, decidedBy: actingAccount(ctx), decidedAt: ctx.now })
    .where(eq(electionObjection.id, objection.id))
  const after = await writeElection(ctx, of, {})
  await recordChange(ctx, {
    action: 'election.decideObjection',
    ...named(of),
    before: { [objection.about]: '异议待处理' },
    after: { [objection.about]: [objectionStateNames[state], decision, change].filter(Boolean).join('；') },
  })
  if (objection.byAccountId !== null)
    await tellObjector(ctx, of, objection.byAccountId, objectionStateNames[state], decision)
  return movedOf(after)

  async function applyObjection(): Promise<string> {
    const write = (set: Partial<Voter>) =>
      ctx.db
        .update(electionVoter)
        .set({ ...set, reason: `异议成立：${decision}` })
        .where(eq(electionVoter.id, voter!.id))
    if (objection!.kind === 'strike') {
      await write({ isEntitled: false })
      return '已除去选举权'
    }
    if (objection!.kind === 'add' && voter) {
      await write({ isEntitled: true })
      return '已列为选举人'
    }
    if (objection!.kind === 'add') return addVoter()
    if (!name && !personName) throw invalidFields({ name: '请填写改正后的名称或代表' })
    await write({ ...(name && { name }), ...(personName && { personName }) })
    return `已改为${name || voter!.name}，代表${personName || voter!.personName}`
  }

  async function addVoter(): Promise<string> {
    const group = voters.find(one => one.groupCode === (groupCode ?? ''))
    const [found] = organisationId
      ? await ctx.db.select().from(organisation).where(eq(organisation.id, organisationId))
      : []
    const wrong = {
      ...(organisationId && !found && { organisationId: '没有这家单位' }),
      ...(organisationId &&
        voters.some(one => one.organisationId === organisationId) && { organisationId: '已在名册上' }),
      ...(!group && { groupCode: '请选择所在的组' }),
      ...(!found && !name && { name: '请填写名称' }),
    }
    if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
    await ctx.db.insert(electionVoter).values({
      electionId: of.id,
      key: found ? `organisation:${found.id}` : `objection:${objection!.id}`,
      name: found?.name ?? name!,
      organisationId: found?.id ?? null,
      personName: personName || found?.legalPerson || name!,
      postName: '异议后增列',
      weight: weight ?? 1,
      groupCode: group!.groupCode,
      groupName: group!.groupName,
      isEntitled: true,
      reason: `异议成立：${decision}`,
      sort: voters.length,
    })
    return '已增列为选举人'
  }
}
