import { defineForm, type FieldErrors, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { fractionFault, fractionWords, neededOf, readFraction, type Share, shareWords } from '#lib/share.ts'

export const voteBaseNames = { present: '到会人员', entitled: '应到人员' }
export type VoteBase = keyof typeof voteBaseNames
export const voteBases = typedKeys(voteBaseNames)

export const ballotNames = { show: '举手表决', secret: '无记名投票' }
export type Ballot = keyof typeof ballotNames
export const ballots = typedKeys(ballotNames)

export const countingNames = { seats: '一席一票', weights: '按表决权数' }
export type Counting = keyof typeof countingNames
export const countings = typedKeys(countingNames)

export const proxyHolderNames = {
  seats: '只能委托其他应到人员',
  anyone: '可以委托任何人',
  nobody: '不得委托',
}
export type ProxyHolder = keyof typeof proxyHolderNames
export const proxyHolders = typedKeys(proxyHolderNames)

/** `max`: proxies that one person may carry; null: not limited. `arePresent`: whoever is represented counts as present. */
export type ProxyRule = { holder: ProxyHolder; max: number | null; arePresent: boolean }

/** Rule of the charter for the meetings of a body. A meeting keeps the rule under which it was held. */
export type MeetingRule = {
  /** 应到人数, where nothing else is said of a meeting. */
  entitled: number | null
  /** Share of those entitled that must be present; null: not prescribed. */
  quorum: Share | null
  /** Null: nothing is counted. */
  vote: { majority: Share; of: VoteBase; ballot: Ballot; isPublished: boolean } | null
  /** Days between the notice and the meeting; null: not prescribed. Absent from what was held before there was a notice. */
  noticeDays?: number | null
  counting?: Counting
  proxies?: ProxyRule
}

/** What entitled, present and votes of a meeting are counted in: people, or the votes that they have. */
export const unitOf = (rule: Pick<MeetingRule, 'counting'> | null): '人' | '票' =>
  rule?.counting === 'weights' ? '票' : '人'

/** Tells whether the rule requires attendance to be recorded. */
export const requiresAttendance = ({ quorum, vote }: MeetingRule) => quorum !== null || vote !== null

export const roundings = ['atLeast', 'moreThan'] as const
export type Rounding = (typeof roundings)[number]
const roundingNames: Record<Rounding, string> = { atLeast: '以上（含本数）', moreThan: '超过（不含本数，如过半数）' }
const yesNo = [
  { code: 'yes', name: '是' },
  { code: 'no', name: '否' },
] as const

const present = fieldsIn('出席')
const voting = fieldsIn('表决')
const inviting = fieldsIn('通知与委托')

/** The rule of a body's meetings, as staff edit it. */
export const meetingRuleFields = defineForm([
  present('entitled', '应到人数', {
    kind: 'number',
    min: 1,
    max: 9999,
    unit: '人',
    hint: '记录会议时先填好这个人数，届时可以改。',
  }),
  present('quorum', '出席比例', { max: 9, hint: '章程规定的分数，例如 2/3；章程没有规定的不填。' }),
  present('quorumHow', '出席比例怎样算', { kind: 'choice', options: optionsOf(roundingNames) }),
  present('repeatQuorum', '再次召开的出席比例', {
    max: 9,
    hint: '因出席不足休会后再次召开时适用；章程没有另作规定的不填，与上面相同。',
  }),
  present('repeatQuorumHow', '再次召开的出席比例怎样算', { kind: 'choice', options: optionsOf(roundingNames) }),
  inviting('noticeDays', '提前通知', {
    kind: 'number',
    min: 0,
    max: 90,
    unit: '天',
    hint: '发出通知的日期与开会日期之间至少相隔的天数；不足的须写明理由才能发出。',
  }),
  inviting('proxyHolder', '委托', {
    kind: 'choice',
    options: optionsOf(proxyHolderNames),
    hint: '不选的按“只能委托其他应到人员”。',
  }),
  inviting('maxProxies', '一人最多受托', { kind: 'number', min: 1, max: 99, unit: '席', hint: '章程没有限制的不填。' }),
  inviting('proxiesAreAbsent', '委托的不计入出席', {
    kind: 'choice',
    options: yesNo,
    hint: '选“是”的，受托人到会时委托人可以表决，但不计入实到。',
  }),
  inviting('countsBy', '出席与表决的计算', {
    kind: 'choice',
    options: optionsOf(countingNames),
    hint: '不选的按一席一票。',
  }),
  voting('countsVotes', '逐项计票', {
    kind: 'choice',
    required: true,
    options: yesNo,
    hint: '秘书长办公会等不表决的会议选“否”，以下各项不填。',
  }),
  voting('majority', '通过比例', { max: 9, hint: '例如 2/3；过半数写 1/2，并在下面选“超过”。' }),
  voting('majorityHow', '通过比例怎样算', { kind: 'choice', options: optionsOf(roundingNames) }),
  voting('majorityOf', '以谁为基数', {
    kind: 'choice',
    options: optionsOf(voteBaseNames),
    hint: '回避的人不计入基数。',
  }),
  voting('ballot', '表决方式', { kind: 'choice', options: optionsOf(ballotNames) }),
  voting('publishesVotes', '在公示文稿中写明票数', {
    kind: 'choice',
    required: true,
    options: yesNo,
    hint: '选“否”的，票数只在工作后台看得到。',
  }),
])

/** Validates across fields what no single field can check. */
export function meetingRuleFaults(values: FormValues): FieldErrors {
  const { entitled } = values
  const counts = values.countsVotes === 'yes'
  const wrong: FieldErrors = {
    ...shareFaults(values, 'quorum', false),
    ...shareFaults(values, 'repeatQuorum', false),
    ...shareFaults(values, 'majority', counts),
  }
  if (typeof entitled === 'number' && !Number.isInteger(entitled)) wrong.entitled = '应到人数应为整数'
  if (!counts) return wrong
  if (!values.majorityOf) wrong.majorityOf = '请选择以谁为基数'
  if (!values.ballot) wrong.ballot = '请选择表决方式'
  const { numerator, denominator } = readFraction(String(values.majority ?? '')) ?? { numerator: 1, denominator: 1 }
  if (wrong.majority) return wrong
  if (numerator * 2 < denominator) wrong.majority = '不能低于 1/2：少于一半的不是多数'
  if (numerator * 2 === denominator && values.majorityHow === 'atLeast')
    wrong.majorityHow = '刚好一半不是多数，1/2 请选“超过”'
  return wrong
}

const shareNames = { quorum: '出席比例', repeatQuorum: '再次召开的出席比例', majority: '通过比例' } as const

function shareFaults(values: FormValues, name: keyof typeof shareNames, isNeeded: boolean): FieldErrors {
  const typed = String(values[name] ?? '')
  const how = values[`${name}How`]
  if (typed === '') return isNeeded ? { [name]: `请填写${shareNames[name]}` } : {}
  const fault = fractionFault(typed)
  if (fault) return { [name]: `${shareNames[name]}${fault}` }
  if (!how) return { [`${name}How`]: `请选择${shareNames[name]}怎样算` }
  const { numerator, denominator } = readFraction(typed)!
  return how === 'moreThan' && numerator === denominator ? { [`${name}How`]: '没有人数能超过全体，请选“以上”' } : {}
}

/** Formats the rule of quorum and majority as sentences for a screen or a paper. */
export function ruleSentences({ quorum, vote }: MeetingRule): string[] {
  const attendance = quorum ? `须有应到人员的${shareWords(quorum)}出席` : '未规定出席比例'
  if (!vote) return [attendance, '不逐项计票']
  const { majority, of, ballot } = vote
  return [attendance, `${ballotNames[ballot]}，${voteBaseNames[of]}的${shareWords(majority)}同意方为通过`]
}

/** Formats the rule of notice and proxies; empty for meetings from before there were any. */
export function invitationSentences({ noticeDays, counting, proxies }: MeetingRule): string[] {
  const counted = proxies?.holder === 'nobody' || proxies?.arePresent !== false ? '' : '，委托的不计入出席'
  const most = proxies && proxies.holder !== 'nobody' && proxies.max !== null ? `，一人最多受托 ${proxies.max} 席` : ''
  return [
    ...(noticeDays ? [`提前 ${noticeDays} 天通知`] : []),
    ...(proxies ? [`${proxyHolderNames[proxies.holder]}${most}${counted}`] : []),
    ...(counting === 'weights' ? [countingNames.weights] : []),
  ]
}

/** Returns how many must be present; null: not prescribed. */
export const quorumOf = ({ quorum }: MeetingRule, entitled: number) => quorum && neededOf(quorum, entitled)

/** The base of a vote as it was frozen: in seats (people) and in votes, with those who stand aside. */
export type MotionBase = {
  seats: number
  units: number
  /** Seats whose proxy somebody carries. */
  carried: number
  recusedSeats: number
  recused: number
}

/** 28 人（其中受托 2 人），共 56 票；回避 2 人 4 票；可以表决 26 人 52 票. */
export function baseWords({ seats, units, carried, recusedSeats, recused }: MotionBase, unit: '人' | '票'): string {
  const votes = (count: number) => (unit === '票' ? ` ${count} 票` : '')
  const proxies = carried > 0 ? `（其中受托 ${carried} 人）` : ''
  const all = `${seats} 人${proxies}${unit === '票' ? `，共 ${units} 票` : ''}`
  if (recusedSeats === 0) return all
  const rest = `可以表决 ${seats - recusedSeats} 人${votes(units - recused)}`
  return `${all}；回避 ${recusedSeats} 人${votes(recused)}；${rest}`
}

/** Why those present cannot decide; undefined where they are a quorum. */
export function quorumFault(rule: MeetingRule, { entitled, present }: Heads): string | undefined {
  const needed = quorumOf(rule, entitled)
  if (!rule.quorum || needed === null || present >= needed) return undefined
  const unit = unitOf(rule)
  const lacks = rule.quorum.isStrict ? '没有超过' : '不足'
  return `应到 ${entitled} ${unit}，实到 ${present} ${unit}，${lacks}章程规定的${fractionWords(rule.quorum)}（${rule.quorum.isStrict ? '至少 ' : ''}${needed} ${unit}），不能形成决议`
}

/** Votes on one item. `recused`: those who stood aside for conflict of interest. */
export type Votes = { yes: number; no: number; abstained: number; recused: number }
export type Heads = { entitled: number; present: number }

export type Tally = {
  /** Present and not recused. */
  voters: number
  /** Number of which the majority is taken. */
  base: number
  needed: number
  notVoted: number
  passes: boolean
}

/** Evaluates votes under a rule. A tie does not pass: a majority is always more than half of its base. */
export function tallyOf(vote: NonNullable<MeetingRule['vote']>, { entitled, present }: Heads, votes: Votes): Tally {
  const { yes, no, abstained, recused } = votes
  const voters = present - recused
  const base = (vote.of === 'present' ? present : entitled) - recused
  const needed = neededOf(vote.majority, base)
  return { voters, base, needed, notVoted: voters - yes - no - abstained, passes: yes >= needed && yes > no }
}

/** 同意 26、反对 1、弃权 1, and what else there is to say. */
export function votesWords({ yes, no, abstained, recused }: Votes, present: number): string {
  const notVoted = present - recused - yes - no - abstained
  const more = [notVoted > 0 && `未投票 ${notVoted}`, recused > 0 && `回避 ${recused}`].filter(Boolean)
  return [`同意 ${yes}、反对 ${no}、弃权 ${abstained}`, ...more].join('、')
}

/** 到会人员 28 人的三分之二以上，即 19 票. */
export const neededWords = (
  { majority, of }: NonNullable<MeetingRule['vote']>,
  { base, needed }: Tally,
  unit: '人' | '票',
) => `${voteBaseNames[of]} ${base} ${unit}（不含回避）的${shareWords(majority)}，即 ${needed} 票`

/** 同意 3、反对 3、弃权 0；须 4 票，同意与反对票数相同，未通过. */
export function resultWords(vote: NonNullable<MeetingRule['vote']>, heads: Heads, votes: Votes): string {
  const { needed, passes } = tallyOf(vote, heads, votes)
  const tie = votes.yes === votes.no && votes.yes > 0 ? '同意与反对票数相同，' : ''
  return `${votesWords(votes, heads.present)}；须 ${needed} 票，${tie}${passes ? '通过' : '未通过'}`
}

/** Label of meetings recorded before there were rules. */
export const UNRECORDED = '未记录出席与表决'
