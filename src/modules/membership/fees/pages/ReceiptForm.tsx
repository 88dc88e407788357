import type { ComponentProps } from 'react'
import { SlipForm } from '#modules/review/applying/pages/SlipForm.tsx'
import { receiptFields } from '../receiptForm.ts'
import { SavedTitles } from './SavedTitles.tsx'

/** The slip of a payment and what its receipt is to say, which may be what a receipt said before. */
export const ReceiptForm = (props: Omit<ComponentProps<typeof SlipForm>, 'fields' | 'titles'>) => (
  <SlipForm
    {...props}
    fields={receiptFields}
    titles={(values, change) => <SavedTitles values={values} onChange={change} />}
  />
)
