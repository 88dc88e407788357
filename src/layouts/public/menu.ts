import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export type Menu = Output<ApiContract['GET /catalog']>
