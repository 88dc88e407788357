import type { ApiContract } from '#api/contract.ts'
import type { Input, Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import type { Tone } from '#ui/Tag.tsx'
import type { BatchState, LetterState } from '../../letterWords.ts'

export const letterTones: Record<LetterState, Tone> = {
  printed: 'warn',
  dispatched: 'good',
  returned: 'bad',
  void: 'plain',
}
export const batchTones: Record<BatchState, Tone> = {
  making: 'water',
  interrupted: 'warn',
  done: 'good',
  failed: 'bad',
  void: 'plain',
}

export type Preview = Output<ApiContract['GET /staff/letter/preview']>
/** Receivables that were picked out, or all that the filters match. */
export type Which = Omit<Input<ApiContract['GET /staff/letter/preview']>, 'letter'>

/** Day and note of a dispatch, as its acts ask for them. */
export const dispatchFields: FormField[] = [
  { name: 'dispatchedOn', label: '寄发日期', section: '', kind: 'day', required: true },
  {
    name: 'note',
    label: '寄递单号',
    section: '',
    kind: 'text',
    max: 200,
    hint: '邮局或快递的单号，或大宗交寄的清单号',
  },
]
export const dispatchInitial = (): FormValues => ({ dispatchedOn: dayOf(new Date()) })
export const dispatchOf = ({ dispatchedOn, note }: FormValues) => ({
  dispatchedOn: String(dispatchedOn ?? ''),
  note: String(note ?? ''),
})
