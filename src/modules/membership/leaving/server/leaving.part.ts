import { and, eq, inArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { FormField } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { openReceivableStates } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { memberRules } from '#modules/membership/register/memberActs.ts'
import { changeMember } from '#modules/membership/register/server/memberChanges.ts'
import { readApplicant } from '#modules/membership/server/applicants.ts'
import { selectFees } from '#modules/membership/server/feeRows.ts'
import { member, memberFee } from '#modules/membership/server/tables.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import {
  type Begun,
  defineKind,
  type Effect,
  type Entered,
  type Slot,
} from '#modules/review/server/applicationKinds.ts'
import { readGroup } from '#modules/settings/server/settings.ts'

type ReadCtx = Pick<Ctx, 'db' | 'now'>
type Member = typeof member.$inferSelect

const letter: Slot = { code: 'letter', name: '盖章（签字）的退会函', max: 3, hint: '协会要求书面退会的，请上传扫描件' }

/** 退会申请: its `subjectId` is the member, whose membership an approval ends as an act of staff does. */
defineKind({
  kind: 'leaving',
  name: '退会申请',
  prefix: 'TH',
  duty: 'all',
  publishes: false,
  messages: 'membership',
  schema: async (ctx, of) => ({ path: ['review'], fields: await leavingFields(ctx, of), slots: [letter] }),
  title: ({ memberNumber }, before) => (memberNumber ? `会员 ${memberNumber}` : before.title),
  applicant: {
    begin: async ctx => {
      const about = await readApplicant(ctx)
      return { ...about, subjectId: (await currentMember(ctx, about)).id }
    },
    known: async (ctx, { subjectId }) => ({ memberNumber: (await memberWith(ctx, subjectId!)).number }),
    again: true,
  },
  faults: async (ctx, { application, values }) => {
    const { number } = await memberWith(ctx, application.subjectId!)
    const faults: Record<string, string> = {}
    if (values.memberNumber && values.memberNumber !== number) faults.memberNumber = `您的会员号是 ${number}`
    return faults
  },
  check: async (ctx, { application }) => refuseEnded(await memberWith(ctx, application.subjectId!)),
  aside: async (ctx, { subjectId }) => {
    const of = await memberWith(ctx, subjectId!)
    const facts = Object.entries(await readConsequences(ctx, of)).map(([label, text]) => ({ label, text }))
    return [
      {
        title: '退会的会员',
        facts: [{ label: '会员号', text: of.number }, { label: '现状', text: memberStatusNames[of.status] }, ...facts],
        link: { name: '会员详情', route: `/staff/members/${of.id}` },
      },
    ]
  },
  entered: { approved: endMembership },
})

/** The reason, and what leaving costs: the association's own words, and the figures of this member. */
async function leavingFields(ctx: ReadCtx, { subjectId }: Begun): Promise<FormField[]> {
  const { leavingTerms } = await readGroup(ctx, 'membership')
  const own = subjectId === null ? {} : await readConsequences(ctx, await memberWith(ctx, subjectId))
  const figures = Object.entries(own).map(([label, text]) => `${label}：${text}`)
  return [
    { name: 'memberNumber', label: '会员号', section: '退会申请', kind: 'text', required: true, max: 40 },
    { name: 'reason', label: '退会原因', section: '退会申请', kind: 'paragraph', required: true, max: 200 },
    {
      name: 'agreeTerms',
      label: '退会须知',
      section: '退会的后果',
      kind: 'agreement',
      required: true,
      hint: [leavingTerms, ...figures].filter(Boolean).join('　'),
    },
  ]
}

/** What ends with the membership, and what is still owed. */
async function readConsequences(ctx: ReadCtx, of: Member): Promise<Record<string, string>> {
  const [held] = of.certificateId
    ? await ctx.db.select({ number: certificate.number }).from(certificate).where(eq(certificate.id, of.certificateId))
    : []
  const owed = await selectFees(ctx).where(
    and(eq(memberFee.memberId, of.id), inArray(receivable.state, openReceivableStates)),
  )
  const sum = owed.reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...(held && { 将注销的会员证书: held.number }),
    未缴清的会费: sum > 0 ? `${formatYuan(sum)} 元` : '无',
  }
}

async function memberWith({ db }: Pick<Ctx, 'db'>, id: number): Promise<Member> {
  const [found] = await db.select().from(member).where(eq(member.id, id))
  return found!
}

async function currentMember({ db }: Ctx, about: { organisationId: number | null; personId: number | null }) {
  const isOwn =
    about.organisationId !== null
      ? eq(member.organisationId, about.organisationId)
      : eq(member.personId, about.personId!)
  const [found] = await db.select().from(member).where(isOwn)
  if (!found) throw conflict('您还不是会员，无需申请退会')
  refuseEnded(found)
  return found
}

function refuseEnded({ status }: Member): void {
  if (!memberRules.withdraw.from.includes(status))
    throw conflict(`会员现为“${memberStatusNames[status]}”，无需申请退会`)
}

async function endMembership(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const given = { id: application.subjectId!, action: 'withdraw', effectiveOn: dayOf(ctx.now) } as const
  const reason = `会员申请退会（${application.number}）：${values.reason}`
  await changeMember(ctx, { ...given, reason })
  return { resultId: given.id, say: '会员资格已终止，会员证书已注销。' }
}
