import { useRouteLoaderData } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

/** Whose member centre this is. */
export const useMember = () => useRouteLoaderData<Output<ApiContract['GET /member/info']>>('centre')!
