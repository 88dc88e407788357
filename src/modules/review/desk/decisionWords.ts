import { nameOfAction, permissionAt, type State } from '#modules/review/workflow.ts'
import type { Decision } from './caseContract.ts'

/** Endpoint that records a decision, by the permission that the application's state requires. */
const decisionCalls = {
  'staff:review': 'POST /staff/review/decide',
  'staff:decide': 'POST /staff/decision/record',
  'staff:finance': 'POST /staff/fee/confirm',
} as const
export const decisionCallOf = (status: State) =>
  decisionCalls[(permissionAt(status) ?? 'staff:review') as keyof typeof decisionCalls] ?? decisionCalls['staff:review']

/** Returns the label of a decision; at the cashier's desk it is about the payment. */
export function decisionName(status: State, action: Decision): string {
  if (status === 'paying') return action === 'pass' ? '确认到账' : '退回凭证'
  if (status === 'deciding' && action === 'pass') return '审议通过'
  return nameOfAction(action)
}
