import type { ComponentProps } from 'react'
import { SavedTitles } from '#modules/membership/titles/pages/SavedTitles.tsx'
import { SlipForm } from '#modules/review/applying/pages/SlipForm.tsx'
import { receiptFields } from '../receiptForm.ts'

/** The slip of a payment and what its receipt is to say, which may be what a receipt said before. */
export const ReceiptForm = (props: Omit<ComponentProps<typeof SlipForm>, 'fields' | 'titles'>) => (
  <SlipForm
    {...props}
    fields={receiptFields}
    titles={(values, change) => (
      <SavedTitles
        choose={({ title, creditCode, email }) =>
          change({ ...values, receiptTitle: title, receiptCreditCode: creditCode, receiptEmail: email })
        }
      />
    )}
  />
)
