import { defineForm, type FormValues, type FormValuesOf, fieldsIn, rowsIn } from '#lib/form/form.ts'
import type { RefundStep } from './refundRule.ts'

const column = fieldsIn('')
const refundColumns = defineForm([
  column('days', '开班前', { kind: 'number', required: true, min: 0, max: 365, unit: '天' }),
  column('percent', '退还', { kind: 'number', required: true, min: 0, max: 100, unit: '%' }),
])

/** 退费规定 in words and in steps, of an event or with which those of a kind begin. */
export const refundFields = (section: string) => {
  const field = fieldsIn(section)
  return [
    field('refundRule', '退费规定', {
      kind: 'paragraph',
      max: 500,
      hint: '报名前和申请退款时都会看到，如怎样申请、哪些费用不退',
    }),
    field('refundSteps', '退费比例', {
      kind: 'rows',
      max: 10,
      hint: '如开班前 10 天退还 100%、开班前 3 天退还 50%，此后不退；不填的，退多少由协会决定',
      columns: refundColumns,
    }),
  ] as const
}

/** Rows that are filled in; the form itself tells of the others. */
export const refundStepsIn = (values: FormValues): RefundStep[] =>
  rowsIn(values, 'refundSteps').flatMap(({ days, percent }) =>
    typeof days === 'number' && typeof percent === 'number' ? [{ days, percent }] : [],
  )

/** Columns of the steps, for `bindForm`. */
export const refundStepsColumn = {
  read: ({ refundSteps }: { refundSteps: RefundStep[] }) => refundSteps.map(({ days, percent }) => ({ days, percent })),
  write: (rows: FormValuesOf<typeof refundColumns>[] | null) => ({
    refundSteps: refundStepsIn({ refundSteps: rows ?? [] }),
  }),
}
