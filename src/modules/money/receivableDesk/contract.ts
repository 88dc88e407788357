import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId } from '#lib/form/fields.ts'
import { storedFile } from '#modules/files/contract.ts'
import { invoiceStates } from '#modules/ledger/ledgerWords.ts'
import { refundStates } from '#modules/ledger/refundWords.ts'
import { letterStates } from '../letterWords.ts'
import { receiptStates } from '../receiptWords.ts'
import { receivableRow } from '../receivables/contract.ts'

export const receivableDeskContract = {
  'GET /staff/receivable/detail': {
    who: 'staff:financeReading',
    summary: '一笔应收的全部：缴费、凭证、票据与入账的流水',
    input: byId,
    output: receivableRow.extend({
      payableId: z.int(),
      route: z.string(),
      /** Page of the payer's account; empty where nobody knows who that is. */
      payerRoute: z.string(),
      confirmedTime: z.string().nullable(),
      confirmedName: z.string(),
      slip: storedFile.nullable(),
      invoiceTitle: z.string(),
      invoiceCode: z.string(),
      invoicedOn: z.string().nullable(),
      invoiceFile: storedFile.nullable(),
      /** What its payer wants printed; null where no invoice is wanted, or none exists for it. */
      invoiceRequest: z
        .object({
          state: z.enum(invoiceStates),
          stateName: z.string(),
          kindName: z.string(),
          titleTypeName: z.string(),
          address: z.string(),
          phone: z.string(),
          bank: z.string(),
          /** Its last digits. */
          account: z.string(),
          email: z.string(),
          refusal: z.string(),
          canRefuse: z.boolean(),
        })
        .nullable(),
      /** An invoice can be recorded by hand, or another instead of the one that is there. */
      canRecordInvoice: z.boolean(),
      /** Amount that may still be requested as a refund. */
      refundable: z.number(),
      /** Account that paid, if the bank line states it; refunds go back to it. */
      payerAccount: z.string(),
      /** Consequence of a full refund. */
      afterRefund: z.string(),
      refunds: z.array(
        z.object({
          id: z.int(),
          amount: z.number(),
          reason: z.string(),
          state: z.enum(refundStates),
          stateName: z.string(),
          askedTime: z.string(),
          paidOn: z.string().nullable(),
        }),
      ),
      /** Amount of the invoice not yet reversed by red ones. */
      redable: z.number(),
      reds: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          /** Below zero. */
          amount: z.number(),
          reason: z.string(),
          issuedOn: z.string(),
          file: storedFile.nullable(),
          blueNumber: z.string(),
          blueAmount: z.number(),
          blueIssuedOn: z.string().nullable(),
          blueFile: storedFile.nullable(),
        }),
      ),
      receipts: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          amount: z.number(),
          issuedOn: z.string(),
          state: z.enum(receiptStates),
          stateName: z.string(),
        }),
      ),
      letters: z.array(
        z.object({
          id: z.int(),
          number: z.string(),
          kindName: z.string(),
          total: z.number(),
          state: z.enum(letterStates),
          stateName: z.string(),
          printedTime: z.string(),
          dispatchedOn: z.string().nullable(),
          dispatchNote: z.string(),
        }),
      ),
      /** What is still to be paid, and the largest difference that may be written off alone. */
      writeOffLimit: z.number(),
      isOpen: z.boolean(),
      payments: z.array(
        z.object({
          id: z.int(),
          wayName: z.string(),
          paidOn: z.string(),
          payer: z.string(),
          amount: z.number(),
        }),
      ),
      line: z.object({ statementId: z.int(), bank: z.string(), paidOn: z.string(), payer: z.string() }).nullable(),
      /** Order of the online payment. */
      order: z.object({ number: z.string(), providerName: z.string(), route: z.string() }).nullable(),
    }),
    example: { id: 11 },
  },
} as const satisfies Contract
