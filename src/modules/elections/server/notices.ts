import type { Ctx } from '#lib/server/api/context.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { Election, Voter } from './elections.ts'

/** Page of the member centre on which members find a roll, candidates and results. */
export const memberPage = (id: number) => `/admin/user/elections/${id}`

const group = '换届选举'
const named = { 选举: '第六届理事会换届选举' }
const rollPublished = defineTemplate({
  group,
  code: 'election.roll',
  name: '选举人名册公布',
  title: '{选举}：选举人名册已公布',
  content: '“{选举}”的选举人名册已公布，请核对您的一栏；有异议的，请在 {截止} 以前提出。',
  sms: '',
  placeholders: { ...named, 截止: '2026-06-08' },
})
const nominationOpened = defineTemplate({
  group,
  code: 'election.nomination',
  name: '开始提名候选人',
  title: '{选举}：开始提名',
  content: '“{选举}”开始提名候选人，截止 {截止}。',
  sms: '',
  placeholders: { ...named, 截止: '2026-06-18' },
})
const candidatesPublished = defineTemplate({
  group,
  code: 'election.candidates',
  name: '候选人名单公布',
  title: '{选举}：候选人名单已公布',
  content: '“{选举}”的候选人名单已公布，公布至 {截止}。投票日：{投票日}。',
  sms: '',
  placeholders: { ...named, 截止: '2026-06-25', 投票日: '2026-06-26' },
})
const consentAsked = defineTemplate({
  group,
  code: 'election.consent',
  name: '请答复是否同意作候选人',
  title: '{姓名}被提名为{职务}候选人，请答复',
  content: '在“{选举}”中，{姓名}由{提名人}提名为{职务}候选人。请在会员中心答复是否同意。',
  sms: '',
  placeholders: { ...named, 姓名: '程晓明', 职务: '理事', 提名人: '示例机电有限公司' },
})
const objectionDecided = defineTemplate({
  group,
  code: 'election.objection',
  name: '名册异议的处理结果',
  title: '您对选举人名册的异议：{结果}',
  content: '您对“{选举}”选举人名册的异议{结果}：{理由}',
  sms: '',
  placeholders: { ...named, 结果: '成立', 理由: '经核对，会费已缴清' },
})

const aboutOf = ({ id }: Election) => ({
  kind: 'system' as const,
  route: memberPage(id),
  objectType: 'election',
  objectId: id,
})

/** Tells each account on the roll once. */
async function tellVoters(
  ctx: Ctx,
  of: Election,
  voters: readonly Voter[],
  code: string,
  values: Record<string, string>,
) {
  const accounts = new Set(voters.flatMap(({ accountId }) => accountId ?? []))
  if (accounts.size === 0) return
  const { title, content } = await renderTemplate(ctx, code, { 选举: of.title, ...values })
  for (const accountId of accounts) await notify(ctx, { accountId, ...aboutOf(of), title, content })
}

export const tellRoll = (ctx: Ctx, of: Election, voters: readonly Voter[]) =>
  tellVoters(ctx, of, voters, rollPublished.code, { 截止: of.rollUntil! })
export const tellNomination = (ctx: Ctx, of: Election, voters: readonly Voter[]) =>
  tellVoters(ctx, of, voters, nominationOpened.code, { 截止: of.nominationUntil! })
export const tellCandidates = (ctx: Ctx, of: Election, voters: readonly Voter[]) =>
  tellVoters(ctx, of, voters, candidatesPublished.code, { 截止: of.candidatesUntil!, 投票日: of.votesOn ?? '另行通知' })

type Asked = { organisationId: number; personName: string; postName: string; nominatorName: string }
export async function askConsent(ctx: Ctx, of: Election, asked: Asked) {
  const { organisationId, personName, postName, nominatorName } = asked
  const values = { 选举: of.title, 姓名: personName, 职务: postName, 提名人: nominatorName }
  const { title, content } = await renderTemplate(ctx, consentAsked.code, values)
  await notify(ctx, { organisationId, ...aboutOf(of), title, content })
}

export async function tellObjector(ctx: Ctx, of: Election, accountId: number, result: string, reason: string) {
  const { title, content } = await renderTemplate(ctx, objectionDecided.code, {
    选举: of.title,
    结果: result,
    理由: reason,
  })
  await notify(ctx, { accountId, ...aboutOf(of), title, content })
}
