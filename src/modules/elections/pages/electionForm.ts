import type { Output } from '#lib/contract.ts'
import { type FormField, type FormValues, optionsOf } from '#lib/form/form.ts'
import { objectionKindNames } from '../electionWords.ts'
import type { staffElectionsContract } from '../staffContract.ts'

export type Choices = Output<(typeof staffElectionsContract)['GET /staff/election/choices']>
export type ElectionFile = Output<(typeof staffElectionsContract)['GET /staff/election/detail']>

const options = (some: readonly { id: number; name: string }[]) =>
  some.map(({ id, name }) => ({ code: String(id), name }))

/** What may be objected to of somebody on the roll: that they have a vote, or that they have none. */
export const objectionKindField = ({ isEntitled }: { isEntitled: boolean }): FormField => ({
  name: 'kind',
  label: '异议',
  section: '',
  kind: 'choice',
  required: true,
  options: optionsOf(objectionKindNames).filter(({ code }) => code !== (isEntitled ? 'add' : 'strike')),
})

/** Fields of an election; the body is chosen once. */
export function electionFields({ bodies }: Choices, isNew: boolean): FormField[] {
  const field = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
    name,
    label,
    section: '',
    kind: 'text',
    ...more,
  })
  const elected = bodies.filter(({ isAssembly }) => !isAssembly)
  return [
    field('title', '名称', { required: true, max: 60, hint: '例如“第六届理事会换届选举”' }),
    ...(isNew ? [field('bodyId', '换届的机构', { kind: 'choice', required: true, options: options(elected) })] : []),
    field('votingBodyId', '由谁选举', { kind: 'choice', required: true, options: options(bodies) }),
    field('termEnds', '本届届满日', { kind: 'day', required: true, hint: '日程从这一天往前推算' }),
    field('termNumber', '新一届', { required: true, max: 20, hint: '例如“第六届”' }),
    field('termFrom', '新一届从', { kind: 'day', required: true }),
    field('termTo', '新一届到', { kind: 'day' }),
    field('votesOn', '投票日', { kind: 'day', hint: '未定的留空，先按届满日推算' }),
    field('place', '投票地点', { max: 60 }),
    field('reportedOn', '向主管单位报告的日期', { kind: 'day', hint: '报告以后再填' }),
  ]
}

const textOf = (values: FormValues, name: string) => String(values[name] ?? '')
const dayOf = (values: FormValues, name: string) => (values[name] ? String(values[name]) : null)

export const electionInput = (values: FormValues, bodyId: number) => ({
  title: textOf(values, 'title'),
  bodyId,
  votingBodyId: Number(values.votingBodyId ?? 0),
  termEnds: textOf(values, 'termEnds'),
  termNumber: textOf(values, 'termNumber'),
  termFrom: textOf(values, 'termFrom'),
  termTo: dayOf(values, 'termTo'),
  votesOn: dayOf(values, 'votesOn'),
  place: textOf(values, 'place'),
  reportedOn: dayOf(values, 'reportedOn'),
})

export const electionValues = (of: ElectionFile): FormValues => ({
  title: of.title,
  votingBodyId: String(of.votingBodyId),
  termEnds: of.termEnds,
  termNumber: of.termNumber,
  termFrom: of.termFrom,
  termTo: of.termTo,
  votesOn: of.votesOn,
  place: of.place,
  reportedOn: of.reportedOn,
})
