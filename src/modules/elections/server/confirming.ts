import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays } from '#lib/dates.ts'
import { conflict, forbidden, invalidFields } from '#lib/error.ts'
import { actingAccount, type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { type Xml, xml } from '#lib/xml.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { articleValues } from '#modules/content/articleSchema.ts'
import { namedPlace } from '#modules/content/navigation/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { createDraft } from '#modules/content/server/writing/saving.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { appointmentsMade } from '#modules/posts/server/appointing.ts'
import { term } from '#modules/posts/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { reelectedFault } from '../rules.ts'
import type { staffElectionsContract } from '../staffContract.ts'
import {
  type Candidate,
  type Contest,
  type Election,
  isElected,
  lockSeen,
  movedOf,
  moveElection,
  named,
  nameOfContest,
  readCandidates,
  readContests,
  refuseUnless,
  writeElection,
} from './elections.ts'
import { isStanding, personOf, postNames } from './nominations.ts'
import { electionCandidate } from './tables.ts'

type Given<K extends keyof typeof staffElectionsContract> = Parsed<(typeof staffElectionsContract)[K]>

/** Whoever was elected, in the order of the places and of their votes. */
export function electedOf(contests: readonly Contest[], candidates: readonly Candidate[]) {
  return contests.flatMap(contest =>
    candidates
      .filter(one => one.contestId === contest.id && isElected(one))
      .toSorted((one, other) => (other.units ?? 0) - (one.units ?? 0) || one.id - other.id)
      .map(of => ({ contest, of })),
  )
}

/**
 * Confirms the result: the new term begins, and everybody who was elected is appointed, in one transaction. Rules of posts
 * that allow exceptions are passed with a reason.
 */
export async function confirmElection(ctx: Ctx, { exceptionReason, ...seen }: Given<'POST /staff/election/confirm'>) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'decided')
  const contests = await readContests(ctx, of.id)
  const elected = electedOf(contests, await readCandidates(ctx, of.id))
  if (elected.length === 0) throw conflict('没有人当选')
  const open = elected.filter(({ of }) => !isStanding(of))
  if (open.length > 0) throw conflict(`当选的人须同意并经审查：${open.map(({ of }) => of.personName).join('、')}`)
  const share = reelectedFault(of.rules, elected.length, elected.filter(({ of }) => of.isReelected).length)
  if (share && !exceptionReason) throw invalidFields({ exceptionReason: `${share}；仍要确认的，请写明理由` })
  await endFormerTerm(ctx, of)
  const decision = of.votesOn ? `${of.title}（${of.votesOn}）` : of.title
  const [coming] = await ctx.db
    .insert(term)
    .values({ bodyId: of.bodyId, number: of.termNumber, fromDay: of.termFrom, toDay: of.termTo, decision })
    .returning()
  const made = await appointmentsMade(
    ctx,
    elected.map(({ contest, of: candidate }) => ({
      ...personOf(candidate),
      postId: contest.postId,
      termId: coming!.id,
      fromDay: of.termFrom,
      decision,
      decidedOn: of.votesOn,
    })),
    exceptionReason,
  )
  for (const [i, { of }] of elected.entries())
    await ctx.db.update(electionCandidate).set({ appointmentId: made[i]!.id }).where(eq(electionCandidate.id, of.id))
  const set = {
    state: 'confirmed',
    termId: coming!.id,
    confirmedAt: ctx.now,
    confirmedBy: actingAccount(ctx),
    exceptionReason,
  } as const
  return movedOf(
    await moveElection(ctx, of, 'confirm', set, {
      任命: made.length,
      ...(exceptionReason && { 例外理由: exceptionReason }),
    }),
  )
}

/** The term before ends the day before the new one, if its end was not on record; an end on record must not reach into it. */
async function endFormerTerm(ctx: Ctx, of: Election): Promise<void> {
  const [former] = await ctx.db
    .select()
    .from(term)
    .where(and(eq(term.bodyId, of.bodyId), lt(term.fromDay, of.termFrom)))
    .orderBy(desc(term.fromDay))
    .limit(1)
  if (!former) return
  if (former.toDay !== null && former.toDay >= of.termFrom)
    throw conflict(`${former.number}登记到 ${former.toDay}，新一届从 ${of.termFrom} 起：请先改正其中一个日期`)
  if (former.toDay !== null) return
  const toDay = addDays(of.termFrom, -1)
  await ctx.db.update(term).set({ toDay }).where(eq(term.id, former.id))
  await recordChange(ctx, {
    action: 'election.endTerm',
    ...named(of),
    before: { [former.number]: '未定届满日' },
    after: { [former.number]: `届满日 ${toDay}` },
  })
}

/** Cancels an election whose result is not confirmed. What was recorded stays readable. */
export async function cancelElection(ctx: Ctx, { reason, ...seen }: Given<'POST /staff/election/cancel'>) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'preparing', 'roll', 'nominating', 'candidates', 'voting', 'decided')
  return movedOf(await moveElection(ctx, of, 'cancel', { state: 'cancelled', cancelReason: reason }, { 原因: reason }))
}

/** Notes the day on which the result was filed. */
export async function noteFiled(ctx: Ctx, { filedOn, ...seen }: Given<'POST /staff/election/filed'>) {
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'confirmed')
  if (of.votesOn && filedOn < of.votesOn) throw invalidFields({ filedOn: `不能早于投票日 ${of.votesOn}` })
  const after = await writeElection(ctx, of, { filedOn })
  await recordChange(ctx, {
    action: 'election.filed',
    ...named(of),
    before: { 备案日期: of.filedOn ?? '' },
    after: { 备案日期: filedOn },
  })
  return movedOf(after)
}

/** Drafts the announcement as an article of whoever asks; one that exists is opened. */
export async function draftArticle(ctx: Ctx, seen: Given<'POST /staff/election/article'>) {
  if (!signedInActor(ctx).permissions.includes('staff:content'))
    throw forbidden('生成文章须有“编写内容”权限，请由有权限的同事办理')
  const of = await lockSeen(ctx, seen)
  refuseUnless(of, 'decided', 'confirmed')
  if (of.articleId !== null) {
    const [found] = await ctx.db.select({ id: article.id }).from(article).where(eq(article.id, of.articleId))
    if (found) return { route: `/staff/articles/${found.id}`, isNew: false }
  }
  const [column] = await ctx.db.select().from(namedPlace).where(eq(namedPlace.code, 'publicNotices'))
  const { title, html } = await announcementOf(ctx, of)
  const values = articleValues.parse({ title, content: html, catalogId: column?.catalogueId ?? null })
  const origin = { name: of.title, route: `/staff/elections/${of.id}`, permission: 'staff:elections' } as const
  const made = await createDraft(ctx, { values, origin })
  await writeElection(ctx, of, { articleId: made.id })
  await recordChange(ctx, { action: 'election.article', ...named(of), before: {}, after: { 文章: title } })
  return { route: `/staff/articles/${made.id}`, isNew: true }
}

/** Names are what people typed: escaped, whatever they hold. Votes and personal data stay inside. */
async function announcementOf(ctx: Ctx, of: Election) {
  const { association } = await readPublicConfig(ctx)
  const contests = await readContests(ctx, of.id)
  const elected = electedOf(contests, await readCandidates(ctx, of.id))
  const nameOfPost = await postNames(ctx)
  const companies = await companyNames(
    ctx,
    elected.map(({ of }) => of),
  )
  const lists = contests.map(contest => {
    const rows = elected.filter(one => one.contest.id === contest.id)
    const items = rows.map(({ of }): Xml => {
      const company = companies(of)
      return xml`<li>${of.personName}${company ? `（${company}）` : ''}</li>`
    })
    return xml`<h3>${nameOfContest(nameOfPost(contest.postId), contest)}（${rows.length} 名）</h3><ol>${items}</ol>`
  })
  const where = [of.votesOn, of.place && `在${of.place}`].filter(Boolean).join('')
  return {
    title: `关于${of.title}结果的公告`,
    html: xml`<p>${association.name}${where ? `于${where}` : ''}进行${of.title}，选举产生${of.termNumber}人员，现予公告：</p>${lists}<p>公告期 ${of.rules.resultDays} 天。有异议的，请与本会联系${association.phone ? `（${association.phone}）` : ''}。</p>`
      .xml,
  }
}

type Company = Pick<Candidate, 'organisationId' | 'organisationName'>

/** Names of the organisations of candidates. */
export async function companyNames({ db }: Pick<Ctx, 'db'>, of: readonly Company[]): Promise<(of: Company) => string> {
  const ids = of.flatMap(({ organisationId }) => organisationId ?? [])
  const rows = await db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(inArray(organisation.id, ids))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ({ organisationId, organisationName }) =>
    organisationId === null ? organisationName : (names.get(organisationId) ?? '')
}
