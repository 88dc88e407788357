import { dayOf, momentOfField } from '#lib/dates.ts'
import { type FormField, type FormRow, type FormValues, optionsOf } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { meansNames } from '#modules/ballots/ballotWords.ts'
import { sexNames } from '#modules/posts/bodyWords.ts'
import { defineAct } from '#ui/act/Acts.tsx'
import { dutyNames, groupingNames } from '../electionWords.ts'
import type { ElectionFile } from './electionForm.ts'

const act = defineAct<ElectionFile>()
const seen = ({ id, version }: ElectionFile) => ({ id, version })
const field = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  section: '',
  kind: 'text',
  ...more,
})
const typed = (values: FormValues, name: string) => String(values[name] ?? '')
const rowsOf = (values: FormValues, name: string) => (values[name] ?? []) as FormRow[]
const reasonOf = (values: FormValues) => typed(values, 'reason')
const options = (some: readonly { id: number; name: string }[]) =>
  some.map(({ id, name }) => ({ code: String(id), name }))

export const candidateFields = (contests: readonly { id: number; name: string }[]): FormField[] => [
  field('contestId', '职务', { kind: 'choice', required: true, options: options(contests) }),
  field('personName', '姓名', { kind: 'personName', required: true }),
  field('sex', '性别', { kind: 'choice', options: optionsOf(sexNames) }),
  field('bornMonth', '出生年月', { max: 7, hint: '例如 1975-06；职务有年龄规定的须填' }),
  field('organisationName', '单位', { required: true, max: 60, hint: '与登记的名称一致的，其账号会收到消息' }),
  field('position', '单位职务', { max: 40 }),
  field('introduction', '简介', { kind: 'paragraph', max: 1000 }),
]
export const candidateOf = (values: FormValues) => ({
  contestId: Number(values.contestId ?? 0),
  personName: typed(values, 'personName'),
  ...(values.sex ? { sex: values.sex as keyof typeof sexNames } : {}),
  ...(values.bornMonth ? { bornMonth: typed(values, 'bornMonth') } : {}),
  organisationName: typed(values, 'organisationName'),
  position: typed(values, 'position'),
  introduction: typed(values, 'introduction'),
})

/** What can be done to an election; each act says beforehand what it sends, fixes or ends. */
export const electionActs = {
  committee: act({
    name: '设置工作机构',
    call: 'POST /staff/election/committee',
    confirm: '候选人不能监票、计票。结果记录由组长、监票人和计票人签名。',
    fields: [
      field('committee', '人员', {
        kind: 'rows',
        max: 60,
        columns: [
          field('name', '姓名', { kind: 'personName', required: true }),
          field('organisationName', '单位', { max: 60 }),
          field('duty', '分工', { kind: 'choice', required: true, options: optionsOf(dutyNames) }),
        ],
      }),
    ],
    initial: of => ({ committee: of.committee }),
    input: (of, values) => ({
      ...seen(of),
      committee: rowsOf(values, 'committee').map(row => ({
        name: String(row.name ?? ''),
        organisationName: String(row.organisationName ?? ''),
        duty: row.duty as keyof typeof dutyNames,
      })),
    }),
    done: '工作机构已设置',
  }),
  contests: act({
    name: '设置名额',
    call: 'POST /staff/election/contests',
    fields: of => [
      field('contests', '名额', {
        kind: 'rows',
        max: 60,
        columns: [
          field('postId', '职务', { kind: 'choice', required: true, options: options(of.posts) }),
          field('seats', '名额', { kind: 'number', required: true, min: 1, max: 200 }),
          ...(of.groups.length > 0
            ? [field('groupCode', '组', { kind: 'choice' as const, options: of.groups, hint: '留空为全体' })]
            : []),
        ],
      }),
    ],
    initial: of => ({
      contests: of.contests.map(({ postId, seats, groupCode }) => ({ postId: String(postId), seats, groupCode })),
    }),
    input: (of, values) => ({
      ...seen(of),
      contests: rowsOf(values, 'contests').map(row => ({
        postId: Number(row.postId ?? 0),
        seats: Number(row.seats ?? 0),
        groupCode: String(row.groupCode ?? ''),
      })),
    }),
    done: '名额已设置',
  }),
  freeze: act({
    name: '冻结并公布名册',
    isMain: true,
    call: 'POST /staff/election/freeze',
    sends: true,
    confirm: of => `按这一天的会员、任职和会费记下${of.votingBodyName}的选举人，在会员中心公布，期间可以提出异议。`,
    fields: [
      field('day', '名册日期', { kind: 'day', required: true, hint: '不能晚于今天；会费只知道今天的情况' }),
      field('grouping', '分组', {
        kind: 'choice',
        required: true,
        options: optionsOf(groupingNames),
        hint: '选举会员代表的按组分配名额，各组选各组的',
      }),
    ],
    initial: () => ({ day: dayOf(new Date()), grouping: 'none' }),
    input: (of, values) => ({
      ...seen(of),
      day: typed(values, 'day'),
      grouping: values.grouping as keyof typeof groupingNames,
    }),
    done: '名册已公布',
  }),
  unfreeze: act({
    name: '撤回名册',
    isDanger: true,
    call: 'POST /staff/election/unfreeze',
    confirm: '名册从会员中心撤下，可以重新冻结。已有异议的不能撤回。',
    fields: [reasonField('记入审计日志')],
    input: (of, values) => ({ ...seen(of), reason: reasonOf(values) }),
    done: '名册已撤回',
  }),
  openNominations: act({
    name: '开始提名',
    isMain: true,
    call: 'POST /staff/election/openNominations',
    sends: true,
    confirm: '名册从现在起不再更改，有选举权的收到消息。',
    input: seen,
    done: '已开始提名',
  }),
  nominate: act({
    name: '登记提名',
    call: 'POST /staff/election/nominate',
    sends: true,
    confirm: '被提名人须答复同意，经审查后列入候选人。',
    fields: of => [
      ...candidateFields(of.contests).filter(({ name }) => name !== 'organisationName'),
      field('organisationName', '单位', { required: true, max: 60 }),
      field('nominatorName', '提名的机构或单位', { required: true, max: 60, hint: '例如“理事会”' }),
    ],
    input: (of, values) => ({ id: of.id, ...candidateOf(values), nominatorName: typed(values, 'nominatorName') }),
    done: '提名已登记',
  }),
  publishCandidates: act({
    name: '公布候选人',
    isMain: true,
    call: 'POST /staff/election/publishCandidates',
    sends: true,
    confirm: '名单在会员中心公布，有选举权的收到消息；公布期满后投票。',
    input: seen,
    done: '候选人名单已公布',
  }),
  reopenNominations: act({
    name: '撤回名单，重新提名',
    isDanger: true,
    call: 'POST /staff/election/reopenNominations',
    confirm: '名单从会员中心撤下，已列入的保留；再次公布时公布期重新计算。',
    fields: [reasonField('记入审计日志')],
    input: (of, values) => ({ ...seen(of), reason: reasonOf(values) }),
    done: '已重新开始提名',
  }),
  ballots: act({
    name: '准备投票',
    isMain: true,
    call: 'POST /staff/election/ballots',
    confirm: '按名册、候选人和选举办法生成选票草稿，还不通知任何人。开始投票在“投票”中办理，须两人。',
    fields: [
      field('means', '参加的方式', { kind: 'choices', required: true, options: optionsOf(meansNames) }),
      field('opensAt', '开始', { kind: 'moment', required: true }),
      field('closesAt', '截止', { kind: 'moment', required: true }),
    ],
    input: (of, values) => ({
      ...seen(of),
      means: (values.means ?? []) as (keyof typeof meansNames)[],
      opensAt: momentOfField(values.opensAt),
      closesAt: momentOfField(values.closesAt),
    }),
    done: '选票草稿已生成，请到“投票”中开始',
  }),
  confirm: act({
    name: '确认结果并任命',
    isMain: true,
    call: 'POST /staff/election/confirm',
    confirm: of =>
      `登记${of.termNumber}（${of.termFrom} 起），当选的 ${of.contests.reduce((sum, { elected }) => sum + elected, 0)} 人全部任命。须另一位同事同意，任命以后在“机构与任职”中逐项更正。`,
    fields: [
      field('exceptionReason', '例外理由', {
        kind: 'paragraph',
        max: 200,
        hint: '不符合规定而章程允许例外的，写明理由',
      }),
    ],
    input: (of, values) => ({ ...seen(of), exceptionReason: typed(values, 'exceptionReason') }),
    done: '结果已确认，当选的人已任命',
  }),
  filed: act({
    name: '登记备案',
    call: 'POST /staff/election/filed',
    fields: [field('filedOn', '备案日期', { kind: 'day', required: true })],
    initial: of => ({ filedOn: of.filedOn ?? dayOf(new Date()) }),
    input: (of, values) => ({ ...seen(of), filedOn: typed(values, 'filedOn') }),
    done: '备案日期已登记',
  }),
  objection: act({
    name: '登记书面异议',
    call: 'POST /staff/election/objection',
    confirm: '名册上遗漏的在这里登记；对名册上某一栏的异议，在名册的那一栏登记。',
    fields: [
      field('about', '应当增列的单位或个人', { required: true, max: 60 }),
      field('content', '内容', { kind: 'paragraph', required: true, max: 1000 }),
      field('byName', '提出人', { required: true, max: 60 }),
    ],
    input: (of, values) => ({
      id: of.id,
      kind: 'add',
      about: typed(values, 'about'),
      content: typed(values, 'content'),
      byName: typed(values, 'byName'),
    }),
    done: '异议已登记',
  }),
  cancel: act({
    name: '取消选举',
    isDanger: true,
    call: 'POST /staff/election/cancel',
    confirm: '这次选举到此为止，不能恢复；记录保留。',
    fields: [reasonField('记入审计日志')],
    input: (of, values) => ({ ...seen(of), reason: reasonOf(values) }),
    done: '已取消',
  }),
}
export type ElectionAct = keyof typeof electionActs

/** Acts that are possible in the state of an election, the next step first. */
export function possibleActs(of: ElectionFile): ElectionAct[] {
  const needsBallot = of.contests.some(contest => contest.needsBallot)
  switch (of.state) {
    case 'preparing':
      return ['freeze', 'committee', 'contests', 'cancel']
    case 'roll':
      return ['openNominations', 'objection', 'committee', 'contests', 'unfreeze', 'cancel']
    case 'nominating':
      return ['publishCandidates', 'nominate', 'committee', 'contests', 'cancel']
    case 'candidates':
      return ['ballots', 'committee', 'reopenNominations', 'cancel']
    case 'voting':
      return [...(needsBallot ? (['ballots'] as const) : []), 'committee', 'cancel']
    case 'decided':
      return ['confirm', 'cancel']
    case 'confirmed':
      return ['filed']
    case 'cancelled':
      return []
  }
}
