import type { Handlers } from '#lib/server/api/call.ts'
import { ownOrdersHandlers } from '../ordering/server/ownOrders.ts'
import type { ownPaymentsContract } from '../ownContract.ts'

export const ownPaymentsHandlers: Handlers<typeof ownPaymentsContract> = { ...ownOrdersHandlers }
