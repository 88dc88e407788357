import type { Contract, Section } from '#lib/contract.ts'
import { paymentContract } from './payments/contract.ts'
import { staffStatementsContract } from './statements/contract.ts'

export const section: Section = { title: '收款' }

export const staffLedgerContract = { ...paymentContract, ...staffStatementsContract } as const satisfies Contract
