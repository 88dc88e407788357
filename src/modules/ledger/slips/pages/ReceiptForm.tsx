import type { ComponentProps } from 'react'
import { SavedTitles } from '#modules/ledger/titles/pages/SavedTitles.tsx'
import { SlipForm } from '#modules/review/applying/pages/SlipForm.tsx'
import { receiptFields } from '../slipFields.ts'

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
