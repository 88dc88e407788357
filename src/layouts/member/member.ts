import { useRouteLoaderData } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export const useMember = () => useRouteLoaderData<Output<ApiContract['GET /member/info']>>('centre')!
