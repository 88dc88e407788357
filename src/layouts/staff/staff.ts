import { useRouteLoaderData } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

/** Who of the staff sits here. */
export const useStaff = () => useRouteLoaderData<Output<ApiContract['GET /staff/me']>>('desk')!

/** Whether that person may: for what a screen shows. What is answered the server decides. */
export const useMay = (permission: string) => useStaff().permissions.includes(permission)
