import { asc, eq } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { readFraction, type Share } from '#lib/share.ts'
import { body } from '#modules/posts/server/tables.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import {
  invitationSentences,
  type MeetingRule,
  meetingRuleFaults,
  meetingRuleFields,
  type Rounding,
  ruleSentences,
} from '../meetingRule.ts'
import { meetingRecords } from '../staffContract.ts'
import { meetingRule } from './tables.ts'

type StoredRule = typeof meetingRule.$inferSelect
/** A rule under the id of its body. */
type Row = StoredRule & { id: number; code: string; bodyName: string }

const ruleForm = bindForm(meetingRuleFields, meetingRule, {}).besides({ bodyId: true })

const EMPTY_RULE: Omit<StoredRule, 'bodyId'> = {
  entitled: null,
  quorum: '',
  quorumHow: null,
  countsVotes: false,
  majority: '',
  majorityHow: null,
  majorityOf: null,
  ballot: null,
  publishesVotes: false,
  noticeDays: null,
  countsBy: null,
  proxyHolder: null,
  maxProxies: null,
  proxiesAreAbsent: null,
  repeatQuorum: '',
  repeatQuorumHow: null,
}

async function readRules({ db }: Pick<Ctx, 'db'>): Promise<Row[]> {
  const rows = await db
    .select({ body, rule: meetingRule })
    .from(body)
    .leftJoin(meetingRule, eq(meetingRule.bodyId, body.id))
    .where(eq(body.isEnded, false))
    .orderBy(asc(body.sort), asc(body.id))
  return rows.map(({ body: { id, code, name }, rule }) => ({
    ...(rule ?? { bodyId: id, ...EMPTY_RULE }),
    id,
    code,
    bodyName: name,
  }))
}

/** Charter rules: one for each body, changed but never removed. */
defineSiteRecords<Row, ListOf<typeof meetingRecords.meetingRule>>({
  objectType: 'meetingRule',
  ...meetingRecords.meetingRule,
  fields: meetingRuleFields,
  read: readRules,
  nameOf: ({ bodyName }) => `${bodyName}的规则`,
  valuesOf: ruleForm.valuesOf,
  facts: () => row => {
    const rule = ruleIn(row)
    return { sentences: [...ruleSentences(rule), ...invitationSentences(rule)] }
  },
  check: (_, values) => meetingRuleFaults(values),
  write: async ({ db }, values, before) => {
    if (!before) throw conflict('每个机构只有一份会议规则，请修改其中一份')
    const row = { bodyId: before.bodyId, ...ruleForm.rowOf(values) }
    await db.insert(meetingRule).values(row).onConflictDoUpdate({ target: meetingRule.bodyId, set: row })
    return before.id
  },
  pack: { key: ({ code }) => code },
})

/** `isRepeat`: of a meeting that repeats an adjourned one. */
export async function readMeetingRule(
  { db }: Pick<Ctx, 'db'>,
  { bodyId, isRepeat = false }: { bodyId: number; isRepeat?: boolean },
): Promise<MeetingRule> {
  const [kept] = await db.select().from(meetingRule).where(eq(meetingRule.bodyId, bodyId))
  const of = kept ?? { bodyId, ...EMPTY_RULE }
  return isRepeat && of.repeatQuorum
    ? ruleIn({ ...of, quorum: of.repeatQuorum, quorumHow: of.repeatQuorumHow })
    : ruleIn(of)
}

function ruleIn(of: StoredRule): MeetingRule {
  const majority = of.countsVotes ? shareIn(of.majority, of.majorityHow) : null
  return {
    entitled: of.entitled,
    quorum: shareIn(of.quorum, of.quorumHow),
    vote: majority && {
      majority,
      of: of.majorityOf ?? 'present',
      ballot: of.ballot ?? 'show',
      isPublished: of.publishesVotes,
    },
    noticeDays: of.noticeDays,
    counting: of.countsBy ?? 'seats',
    proxies: { holder: of.proxyHolder ?? 'seats', max: of.maxProxies, arePresent: !of.proxiesAreAbsent },
  }
}

function shareIn(typed: string, how: Rounding | null): Share | null {
  const read = readFraction(typed)
  return read ? { ...read, isStrict: how === 'moreThan' } : null
}

defineSetupSteps({
  code: 'meetingRules',
  order: 140,
  name: '会议规则',
  without: '记录审议结果时不核对出席人数和票数',
  route: '/staff/meetings#rules',
  isOptional: true,
  lacks: async ({ db }) => ((await db.$count(meetingRule)) > 0 ? null : '还没有按章程写明理事会等会议的出席与表决比例'),
})
