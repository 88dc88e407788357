import { createContext, use } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

type Me = Output<ApiContract['GET /staff/me']> & { reload: () => void }

export const StaffContext = createContext<Me | null>(null)

/** Who of the staff sits here. */
export const useStaff = () => use(StaffContext)!

/** Whether that person may: for what a screen shows. What is answered the server decides. */
export const useMay = (permission: string) => useStaff().permissions.includes(permission)
