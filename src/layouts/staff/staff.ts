import { useRouteLoaderData } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export const useStaff = () => useRouteLoaderData<Output<ApiContract['GET /staff/me']>>('desk')!

/** Reports whether the staff member has a permission, for what a screen shows. The server checks each call. */
export const useMay = (permission: string) => useStaff().permissions.includes(permission)
