import { createContext, use } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

type Member = Output<ApiContract['GET /member/info']> & { reload: () => void }

export const MemberContext = createContext<Member | null>(null)

/** Whose member centre this is; `reload` after something of it was changed. */
export const useMember = () => use(MemberContext)!
