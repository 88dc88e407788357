import { momentOfField } from '#lib/dates.ts'
import { type FormField, type FormRow, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { fractionFault, readFraction, type Share } from '#lib/share.ts'
import {
  MAX_QUESTIONS,
  type Means,
  meansNames,
  type QuestionKind,
  questionKindNames,
  type Secrecy,
  type ShareBase,
  secrecyNames,
  shareBaseNames,
} from './ballotWords.ts'
import type { Question } from './protocol/question.ts'

const ballot = fieldsIn('投票')
const time = fieldsIn('时间和方式')
const questions = fieldsIn('问题')
const yesNo = optionsOf({ yes: '是', no: '否' })
const strictness = optionsOf({ least: '以上（含）', more: '超过' })

const questionColumns: FormField[] = [
  { name: 'title', label: '题目', section: '', kind: 'text', required: true, max: 200 },
  {
    name: 'kind',
    label: '怎样回答',
    section: '',
    kind: 'choice',
    required: true,
    options: optionsOf(questionKindNames),
  },
  {
    name: 'options',
    label: '选项',
    section: '',
    kind: 'text',
    max: 8000,
  },
  { name: 'min', label: '至少选', section: '', kind: 'number', min: 0, max: 200 },
  { name: 'max', label: '最多选', section: '', kind: 'number', min: 1, max: 200 },
  { name: 'seats', label: '应选人数', section: '', kind: 'number', min: 1, max: 200 },
  { name: 'writeIns', label: '可另写姓名', section: '', kind: 'choice', options: yesNo },
  { name: 'share', label: '须达到', section: '', kind: 'text', max: 9, hint: '分数，例如 1/2；留空为票数多的' },
  { name: 'strictness', label: '达到的意思', section: '', kind: 'choice', options: strictness },
  { name: 'shareOf', label: '以什么为基数', section: '', kind: 'choice', options: optionsOf(shareBaseNames) },
]

/** Fields of a draft. */
export const ballotFields: FormField[] = [
  ballot('title', '名称', { required: true, max: 100 }),
  ballot('explanation', '说明', { kind: 'paragraph', max: 4000, hint: '投票人在选票上方读到' }),
  time('opensAt', '开始', { kind: 'moment', required: true }),
  time('closesAt', '截止', { kind: 'moment', required: true, hint: '到时不再收票；计票以前须有人按“截止”' }),
  time('secrecy', '方式', {
    kind: 'choice',
    required: true,
    options: optionsOf(secrecyNames),
    hint: '无记名的选票在投票人手机上密封，须几名计票员一起才能打开',
  }),
  time('means', '参加', { kind: 'choices', required: true, options: optionsOf(meansNames) }),
  time('asksCode', '验证码', {
    kind: 'choice',
    required: true,
    options: optionsOf({ yes: '投票前验证登记的手机或绑定的微信', no: '只凭口令' }),
  }),
  time('isPublic', '结果', {
    kind: 'choice',
    required: true,
    options: optionsOf({ no: '只给投票人看', yes: '任何人可以看' }),
  }),
  time('quorum', '参加的须达到', { max: 9, hint: '全体票数的几分之几才有效，例如 2/3；留空为不限' }),
  questions('questions', '问题', {
    kind: 'rows',
    hint: '选项用顿号隔开。同意、反对、弃权的不填选项和人数；按次序排列的选出一人，只能在网上投。',
    required: true,
    isOrdered: true,
    max: MAX_QUESTIONS,
    columns: questionColumns,
  }),
]

export const blankBallot: FormValues = {
  secrecy: 'secret',
  means: ['online'],
  asksCode: 'yes',
  isPublic: 'no',
  questions: [{ kind: 'yesNo', share: '1/2', strictness: 'more', shareOf: 'cast' }],
}

type Draft = {
  title: string
  explanation: string
  secrecy: Secrecy
  means: Means[]
  asksCode: boolean
  isPublic: boolean
  opensAt: string
  closesAt: string
  questions: Question[]
  quorum: Share | null
}

/** What the form cannot turn into a draft; the server checks the rest. */
export function ballotFormFaults(values: FormValues): Record<string, string> {
  const faults: Record<string, string> = {}
  const checkShare = (name: string, typed: unknown) => {
    const fault = typed ? fractionFault(String(typed)) : undefined
    if (fault) faults[name] = fault
  }
  checkShare('quorum', values.quorum)
  for (const [i, row] of rowsOf(values).entries()) checkShare(`questions.${i}.share`, row.share)
  return faults
}

const rowsOf = ({ questions }: FormValues) => (questions ?? []) as FormRow[]
const said = (value: unknown) => String(value ?? '').trim()
const shareOf = (typed: unknown, isStrict: boolean): Share | null => {
  const read = readFraction(said(typed))
  return read ? { ...read, isStrict } : null
}

export const draftOf = (values: FormValues): Draft => ({
  title: said(values.title),
  explanation: said(values.explanation),
  secrecy: (values.secrecy ?? 'secret') as Secrecy,
  means: (values.means ?? []) as Means[],
  asksCode: values.asksCode !== 'no',
  isPublic: values.isPublic === 'yes',
  opensAt: momentOfField(values.opensAt),
  closesAt: momentOfField(values.closesAt),
  quorum: shareOf(values.quorum, false),
  questions: rowsOf(values).map(questionOf),
})

function questionOf(row: FormRow, i: number): Question {
  const kind = (row.kind || 'yesNo') as QuestionKind
  const common = {
    id: `q${i + 1}`,
    title: said(row.title),
    kind,
    share: shareOf(row.share, row.strictness === 'more'),
    shareOf: (row.shareOf || 'cast') as ShareBase,
  }
  if (kind === 'yesNo') return { ...common, options: [], min: 1, max: 1, seats: 1, writeIns: false }
  const names = said(row.options)
    .split(/[、,，;；\n]/)
    .map(line => line.trim())
    .filter(Boolean)
  const isRanked = kind === 'ranked'
  const seats = isRanked ? 1 : Number(row.seats || 1)
  return {
    ...common,
    options: names.map((name, at) => ({ id: `o${at + 1}`, name })),
    min: Number(row.min ?? (isRanked ? 1 : 0)),
    max: Number(row.max || (isRanked ? names.length : seats)),
    seats,
    writeIns: !isRanked && row.writeIns === 'yes',
  }
}

const fraction = (share: Share | null) => (share ? `${share.numerator}/${share.denominator}` : '')

export const formOf = ({
  title,
  explanation,
  secrecy,
  means,
  asksCode,
  isPublic,
  opensAt,
  closesAt,
  questions,
  quorum,
}: Draft): FormValues => ({
  title,
  explanation,
  secrecy,
  means,
  asksCode: asksCode ? 'yes' : 'no',
  isPublic: isPublic ? 'yes' : 'no',
  opensAt,
  closesAt,
  quorum: fraction(quorum),
  questions: questions.map(({ title, kind, options, min, max, seats, writeIns, share, shareOf }) => ({
    title,
    kind,
    options: options.map(({ name }) => name).join('、'),
    min,
    max,
    seats,
    writeIns: writeIns ? 'yes' : 'no',
    share: fraction(share),
    strictness: share?.isStrict === false ? 'least' : 'more',
    shareOf,
  })),
})
