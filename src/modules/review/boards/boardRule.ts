import { defineForm, type FieldErrors, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { fractionFault, neededOf, readFraction, type Share, shareWords } from '#lib/share.ts'

export const voteBaseNames = { present: '到会人员', entitled: '应到人员' }
export type VoteBase = keyof typeof voteBaseNames
export const voteBases = typedKeys(voteBaseNames)

export const ballotNames = { show: '举手表决', secret: '无记名投票' }
export type Ballot = keyof typeof ballotNames
export const ballots = typedKeys(ballotNames)

/** Rule of the charter for one kind of meeting. A meeting keeps the rule under which it was held. */
export type BoardRule = {
  /** 应到人数, where nothing else is said of a meeting. */
  entitled: number | null
  /** Share of those entitled that must be present; null: not prescribed. */
  quorum: Share | null
  /** Null: nothing is counted. */
  vote: { majority: Share; of: VoteBase; ballot: Ballot; isPublished: boolean } | null
}

/** Tells whether the rule requires attendance to be recorded. */
export const requiresAttendance = ({ quorum, vote }: BoardRule) => quorum !== null || vote !== null

export const roundings = ['atLeast', 'moreThan'] as const
export type Rounding = (typeof roundings)[number]
const roundingNames: Record<Rounding, string> = { atLeast: '以上（含本数）', moreThan: '超过（不含本数，如过半数）' }
const yesNo = [
  { code: 'yes', name: '是' },
  { code: 'no', name: '否' },
] as const

const present = fieldsIn('出席')
const voting = fieldsIn('表决')

/** The rule of one kind of meeting, as staff edit it. */
export const boardRuleFields = defineForm([
  present('entitled', '应到人数', {
    kind: 'number',
    min: 1,
    max: 9999,
    unit: '人',
    hint: '记录会议时先填好这个人数，届时可以改。',
  }),
  present('quorum', '出席比例', { max: 9, hint: '章程规定的分数，例如 2/3；章程没有规定的不填。' }),
  present('quorumHow', '出席比例怎样算', { kind: 'choice', options: optionsOf(roundingNames) }),
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
export function boardRuleFaults(values: FormValues): FieldErrors {
  const { entitled } = values
  const counts = values.countsVotes === 'yes'
  const wrong: FieldErrors = { ...shareFaults(values, 'quorum', false), ...shareFaults(values, 'majority', counts) }
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

const shareNames = { quorum: '出席比例', majority: '通过比例' } as const

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

/** Formats the rule as sentences for a screen or a paper. */
export function ruleSentences({ quorum, vote }: BoardRule): string[] {
  const attendance = quorum ? `须有应到人员的${shareWords(quorum)}出席` : '未规定出席比例'
  if (!vote) return [attendance, '不逐项计票']
  const { majority, of, ballot } = vote
  return [attendance, `${ballotNames[ballot]}，${voteBaseNames[of]}的${shareWords(majority)}同意方为通过`]
}

/** Returns how many must be present; null: not prescribed. */
export const quorumOf = ({ quorum }: BoardRule, entitled: number) => quorum && neededOf(quorum, entitled)
