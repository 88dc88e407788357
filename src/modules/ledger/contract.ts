import type { Contract, Section } from '#lib/contract.ts'
import { invoiceTitlesContract } from './titles/contract.ts'

export const section: Section = { title: '票据抬头' }

export const ledgerContract = { ...invoiceTitlesContract } as const satisfies Contract
