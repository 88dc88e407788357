import { defineForm, type FormField, fieldsIn } from '#lib/form/form.ts'

const field = fieldsIn('')

/** A winner as staff type it in. */
export const winnerFields = (kinds: readonly { id: number; name: string }[]) =>
  defineForm([
    field('kindId', '奖项', {
      kind: 'choice',
      required: true,
      options: kinds.map(({ id, name }) => ({ code: String(id), name })),
    }),
    field('year', '年度', { kind: 'number', required: true, min: 1980, max: 2999 }),
    field('name', '项目名称', { required: true, max: 60, hint: '论文、报告填题目；表彰单位或个人的填名称或姓名' }),
    field('subTypeName', '奖励类别', { max: 20 }),
    field('groupName', '专业组', { max: 20 }),
    field('levelName', '等级', { required: true, max: 20 }),
    field('organisations', '单位', { kind: 'paragraph', max: 1000, hint: '每行一家，先后即名次' }),
    field('persons', '人员', { kind: 'paragraph', max: 600, hint: '每行一人，先后即名次' }),
    field('awardedOn', '授奖日期', { kind: 'day', required: true }),
    field('sort', '名单中的次序', { kind: 'number', min: 0, max: 99_999, hint: '小的在前；同一等级的放在一起' }),
  ])

/** Fields fixed by the decision and printed on certificates; they cannot be corrected once certificates exist. */
const DECIDED = ['kindId', 'year', 'subTypeName', 'levelName', 'awardedOn']

export const isCorrectable = ({ name }: FormField) => !DECIDED.includes(name)

/** Names typed line by line, or with the marks that a spreadsheet cell has between them. */
export const namesIn = (typed: unknown): string[] =>
  String(typed ?? '')
    .split(/[\n；;、]/)
    .map(name => name.trim())
    .filter(Boolean)
