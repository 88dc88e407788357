import { Button } from 'antd'
import { useState } from 'react'
import type { FormField, FormRow, FormValues } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Tag } from '#ui/Tag.tsx'
import { yesNoNames } from '../ballotWords.ts'
import type { PaperCount } from '../counting/count.ts'
import type { Question } from '../protocol/question.ts'

type Counting = {
  id: number
  questions: readonly Question[]
  paperUnits: number
  paperCounts: { tellerName: string; isOwn: boolean }[]
  paperDifferences: string[]
  ownPaperCount: PaperCount | null
  isPaperAgreed: boolean
}
type Sending = {
  submit: (given: { id: number; count: PaperCount }) => Promise<unknown>
  busy: boolean
  error?: { message: string } | undefined
  fields?: Record<string, string> | undefined
}

/** The count of paper slips by one teller. The other one counts from their own account, and sees nothing of this before. */
export function PaperCountForm({ of, sending, reload }: { of: Counting; sending: Sending; reload: () => void }) {
  const [values, setValues] = useState<FormValues>(() => valuesOf(of.questions, of.ownPaperCount))
  const save = async () => {
    if (await sending.submit({ id: of.id, count: countOf(of.questions, values) })) reload()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>纸质选票计数</h2>
        {of.isPaperAgreed && <Tag tone="good">两人一致</Tag>}
      </div>
      <p>
        发出纸质选票 {of.paperUnits} 票。两名计票员（会员或同事，须是两个人）各自登录、各自填写；
        {of.paperCounts.length === 0
          ? '还没有人填写。'
          : `已填写：${of.paperCounts.map(({ tellerName, isOwn }) => (isOwn ? `${tellerName}（您）` : tellerName)).join('、')}。`}
      </p>
      {of.paperDifferences.length > 0 && (
        <div role="alert">
          <p>两人的计数不一致，请重新点票，各自更正：</p>
          <ul>
            {of.paperDifferences.map(difference => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </div>
      )}
      <Form
        fields={fieldsOf(of.questions)}
        values={values}
        onChange={setValues}
        errors={sending.fields}
        message={sending.error?.message ?? ''}
        onSubmit={() => void save()}
      >
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={sending.busy}>
            {of.ownPaperCount ? '更正我的计数' : '提交我的计数'}
          </Button>
        </div>
      </Form>
    </section>
  )
}

const optionsOf = ({ kind, options }: Question) =>
  kind === 'yesNo' ? Object.entries(yesNoNames).map(([id, name]) => ({ id, name })) : options

const number = (name: string, label: string, section: string): FormField => ({
  name,
  label,
  section,
  kind: 'number',
  min: 0,
  unit: '票',
})

const fieldsOf = (questions: readonly Question[]): FormField[] => [
  { ...number('cast', '有效', '选票'), required: true },
  { ...number('rejected', '无效', '选票'), required: true },
  ...questions.flatMap(question => [
    number(question.id, '作答的选票', question.title),
    ...optionsOf(question).map(({ id, name }) => number(`${question.id}/${id}`, name, question.title)),
    ...(question.writeIns
      ? [
          {
            name: `${question.id}/names`,
            label: '另写的姓名',
            section: question.title,
            kind: 'rows',
            columns: [{ name: 'name', label: '姓名', section: '', kind: 'personName' }, number('units', '票数', '')],
          } as FormField,
        ]
      : []),
  ]),
]

function valuesOf(questions: readonly Question[], count: PaperCount | null): FormValues {
  if (!count) return {}
  const values: FormValues = { cast: count.cast, rejected: count.rejected }
  for (const question of questions) {
    const counted = count.questions.find(({ id }) => id === question.id)
    values[question.id] = counted?.answered ?? 0
    for (const { id } of optionsOf(question)) values[`${question.id}/${id}`] = counted?.units[id] ?? 0
    values[`${question.id}/names`] = Object.entries(counted?.names ?? {}).map(([name, units]) => ({ name, units }))
  }
  return values
}

const countOf = (questions: readonly Question[], values: FormValues): PaperCount => ({
  cast: Number(values.cast ?? 0),
  rejected: Number(values.rejected ?? 0),
  questions: questions.map(question => ({
    id: question.id,
    answered: Number(values[question.id] ?? 0),
    units: Object.fromEntries(optionsOf(question).map(({ id }) => [id, Number(values[`${question.id}/${id}`] ?? 0)])),
    names: Object.fromEntries(
      ((values[`${question.id}/names`] ?? []) as FormRow[])
        .filter(({ name }) => name)
        .map(({ name, units }) => [String(name), Number(units ?? 0)]),
    ),
  })),
})
